#include "ui/plots/graph_picture.h"

#include "core/exporters/document.h"
#include "core/text/sentences.h"
#include "ui/theme/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <map>
#include <set>

namespace spanscope::ui {

namespace {

constexpr double kPad = 8.0;
constexpr double kStripeRoom = 14.0; ///< the coloured stripe at the left
constexpr double kGlyphRoom = 18.0;
constexpr double kMostWidth = 260.0;

QString translated(const char *text)
{
    return QCoreApplication::translate("GraphView", text);
}

QString fromStd(const std::string &text)
{
    return QString::fromStdString(text);
}

/// The ops one edge away, producers and readers.
std::vector<int> neighbours(const Graph &graph, int op)
{
    std::vector<int> out;
    const Operation &operation = graph.operations[static_cast<std::size_t>(op)];
    for (const Dep &read : operation.reads) {
        if (const auto producer = graph.producerIndex(read.buffer)) {
            out.push_back(static_cast<int>(*producer));
        }
    }
    const auto addReaders = [&](const std::string &buffer) {
        for (const std::size_t reader : graph.readersOf(buffer)) {
            out.push_back(static_cast<int>(reader));
        }
    };
    addReaders(operation.name);
    for (const Dep &write : operation.writes) {
        if (write.buffer != operation.name) {
            addReaders(write.buffer);
        }
    }
    return out;
}

GraphPicture::Node nodeFor(const GraphResult &result, int op)
{
    const auto index = static_cast<std::size_t>(op);
    const Operation &operation = result.graph->operations[index];
    GraphPicture::Node node;
    node.op = op;
    node.verdict = verdictOf(result, index);
    node.title = fromStd(operation.name);
    node.what = fromStd(assumedOperation(*result.graph, index));
    if (operation.layout) {
        node.what += QLatin1Char(' ') + fromStd(outputShapeText(operation));
    }
    const std::string_view word = verdictWord(node.verdict);
    node.state = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    const std::vector<Level> levels = result.groups.levelsOf(index);
    if (!levels.empty()) {
        node.state += QStringLiteral(", ") + fromStd(levelsText(levels));
    }
    node.tip = node.title + QStringLiteral(": ") + fromStd(headline(result, index));
    return node;
}

bool isConflict(const GraphResult &result, int reader, const std::string &producer)
{
    const std::span<const Conflict> conflicts = result.groups.conflictsOf(static_cast<std::size_t>(reader));
    return std::any_of(conflicts.begin(), conflicts.end(), [&](const Conflict &conflict) {
        return std::find(conflict.producers.begin(), conflict.producers.end(), producer) != conflict.producers.end();
    });
}

void addEdges(const GraphResult &result, const std::map<int, int> &nodeByOp, int op, GraphPicture &picture)
{
    const Graph &graph = *result.graph;
    std::set<std::string> seen;
    for (const Dep &read : graph.operations[static_cast<std::size_t>(op)].reads) {
        const auto producer = graph.producerIndex(read.buffer);
        if (!producer || !seen.insert(read.buffer).second) {
            continue;
        }
        const auto from = nodeByOp.find(static_cast<int>(*producer));
        if (from == nodeByOp.end() || from->first == op) {
            continue;
        }
        GraphPicture::Edge edge;
        edge.from = from->second;
        edge.to = nodeByOp.at(op);
        if (const Layout *layout = graph.layoutOf(read.buffer)) {
            edge.label = fromStd(shapeText(layout->size));
        }
        edge.conflict = isConflict(result, op, read.buffer) || isConflict(result, op, graph.operations[*producer].name);
        edge.tip =
            translated("%1 reads %2 %3")
                .arg(fromStd(graph.operations[static_cast<std::size_t>(op)].name), fromStd(read.buffer), edge.label);
        if (edge.conflict) {
            edge.tip += QStringLiteral(": ") + translated("a grouping conflict");
        }
        picture.edges.push_back(std::move(edge));
    }
}

} // namespace

int GraphPicture::nodeOf(int op) const
{
    const auto it =
        std::lower_bound(nodes.begin(), nodes.end(), op, [](const Node &node, int value) { return node.op < value; });
    return it != nodes.end() && it->op == op ? static_cast<int>(it - nodes.begin()) : -1;
}

std::vector<int> opsAround(const GraphResult &result, int op, int steps, int most)
{
    const int count = static_cast<int>(result.graph->operations.size());
    std::vector<int> out;
    if (steps <= 0 && count <= most) {
        for (int i = 0; i < count; ++i) {
            out.push_back(i);
        }
        return out;
    }
    if (op < 0 || op >= count) {
        op = 0;
        for (int i = 1; i < count; ++i) {
            op = verdictOf(result, static_cast<std::size_t>(i)) < verdictOf(result, static_cast<std::size_t>(op)) ? i
                                                                                                                  : op;
        }
    }
    constexpr int kUsualSteps = 3;
    const int reach = steps > 0 ? steps : kUsualSteps;
    std::set<int> seen{op};
    std::vector<int> ring{op};
    out.push_back(op);
    for (int step = 0; step < reach; ++step) {
        std::vector<int> next;
        for (const int from : ring) {
            for (const int to : neighbours(*result.graph, from)) {
                if (static_cast<int>(out.size()) < most && seen.insert(to).second) {
                    next.push_back(to);
                    out.push_back(to);
                }
            }
        }
        ring = std::move(next);
    }
    std::sort(out.begin(), out.end());
    return out;
}

GraphPicture describeGraph(const GraphResult &result, const std::vector<int> &ops)
{
    GraphPicture picture;
    std::map<int, int> nodeByOp;
    std::map<int, int> boxByGroup;
    for (const int op : ops) {
        GraphPicture::Node node = nodeFor(result, op);
        const auto index = static_cast<std::size_t>(op);
        const int group = index < result.groups.groupOf.size() ? result.groups.groupOf[index] : -1;
        if (group >= 0) {
            const auto [box, fresh] = boxByGroup.try_emplace(group, static_cast<int>(picture.boxes.size()));
            if (fresh) {
                picture.boxes.push_back({group, translated("group %1").arg(group)});
            }
            node.box = box->second;
        }
        nodeByOp[op] = static_cast<int>(picture.nodes.size());
        picture.nodes.push_back(std::move(node));
    }
    for (const int op : ops) {
        addEdges(result, nodeByOp, op, picture);
    }
    return picture;
}

QSizeF nodeSize(const GraphPicture::Node &node, const QFont &font)
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF title(bold);
    const QFontMetricsF small(smallFont(font));
    const double width = std::max({title.horizontalAdvance(node.title), small.horizontalAdvance(node.what),
                                   small.horizontalAdvance(node.state) + kGlyphRoom});
    return {std::ceil(std::min(width, kMostWidth) + kStripeRoom + 2 * kPad),
            std::ceil(title.height() + 2 * small.height() + 1.5 * kPad)};
}

DotGraph dotGraphOf(const GraphPicture &picture, const QFont &font, Qt::Orientation orientation)
{
    DotGraph graph;
    graph.leftToRight = orientation == Qt::Horizontal;
    graph.groups = static_cast<int>(picture.boxes.size());
    for (const GraphPicture::Node &node : picture.nodes) {
        graph.nodes.push_back({nodeSize(node, font), node.box});
    }
    const QFontMetricsF small(smallFont(font));
    for (const GraphPicture::Edge &edge : picture.edges) {
        const QSizeF label =
            edge.label.isEmpty() ? QSizeF() : QSizeF(small.horizontalAdvance(edge.label) + 6, small.height() + 2);
        graph.edges.push_back({edge.from, edge.to, label});
    }
    return graph;
}

} // namespace spanscope::ui
