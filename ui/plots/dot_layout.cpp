#include "ui/plots/dot_layout.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QStringList>

#include <cmath>

namespace spanscope::ui {

namespace {

constexpr double kPointsPerInch = 72.0;

QByteArray number(double value)
{
    return QByteArray::number(value, 'f', 3);
}

void writeNode(QByteArray &out, std::size_t index, const DotNode &node)
{
    out += "n" + QByteArray::number(index) + " [width=" + number(node.size.width() / kPointsPerInch) +
           ",height=" + number(node.size.height() / kPointsPerInch) + "];\n";
}

void writeEdge(QByteArray &out, std::size_t index, const DotEdge &edge)
{
    out += "n" + QByteArray::number(edge.from) + " -> n" + QByteArray::number(edge.to) + " [id=\"e" +
           QByteArray::number(index) + "\"";
    if (!edge.labelSize.isEmpty()) {
        // An empty table of the label's size: the text itself stays with us.
        out += ",label=<<TABLE BORDER=\"0\" CELLPADDING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"" +
               QByteArray::number(std::ceil(edge.labelSize.width()), 'f', 0) + "\" HEIGHT=\"" +
               QByteArray::number(std::ceil(edge.labelSize.height()), 'f', 0) + "\"><TR><TD></TD></TR></TABLE>>";
    }
    out += "];\n";
}

/// `x,y` in points with y upwards -> pixels with y downwards.
bool readPoint(QStringView text, double height, QPointF *point)
{
    const auto comma = text.indexOf(QLatin1Char(','));
    bool xGood = false;
    bool yGood = false;
    const double x = text.left(comma).toDouble(&xGood);
    const double y = text.mid(comma + 1).toDouble(&yGood);
    *point = QPointF(x, height - y);
    return comma > 0 && xGood && yGood;
}

bool readBox(const QString &text, double height, QRectF *box)
{
    const QStringList parts = text.split(QLatin1Char(','));
    constexpr qsizetype kCorners = 4;
    if (parts.size() != kCorners) {
        return false;
    }
    const double left = parts[0].toDouble();
    const double bottom = parts[1].toDouble();
    const double right = parts[2].toDouble();
    const double top = parts[3].toDouble();
    *box = QRectF(left, height - top, right - left, top - bottom);
    return true;
}

/// `e,x,y x,y x,y ...`: an optional end point for the arrow, then the control points.
bool readSpline(const QString &text, double height, std::vector<QPointF> *points)
{
    QPointF end;
    bool hasEnd = false;
    for (const QString &part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        QPointF point;
        if (part.startsWith(QLatin1String("e,"))) {
            hasEnd = readPoint(QStringView(part).mid(2), height, &end);
        } else if (!part.startsWith(QLatin1String("s,"))) {
            if (!readPoint(part, height, &point)) {
                return false;
            }
            points->push_back(point);
        }
    }
    if (hasEnd && !points->empty()) {
        // The way to the arrow's tip, as one more (straight) piece.
        const QPointF last = points->back();
        points->insert(points->end(), {last, end, end});
    }
    return points->size() >= 4;
}

int indexOf(const QString &name, char prefix, std::size_t count)
{
    bool good = false;
    const int index = name.startsWith(QLatin1Char(prefix)) ? name.mid(1).toInt(&good) : -1;
    return good && index >= 0 && static_cast<std::size_t>(index) < count ? index : -1;
}

bool readObjects(const QJsonArray &objects, const DotGraph &graph, double height, DotPlacement *placement)
{
    std::size_t placed = 0;
    for (const QJsonValue &value : objects) {
        const QJsonObject object = value.toObject();
        const QString name = object.value(QLatin1String("name")).toString();
        if (name.startsWith(QLatin1String("cluster_"))) {
            bool good = false;
            const int group = name.mid(8).toInt(&good);
            if (!good || group < 0 || group >= graph.groups ||
                !readBox(object.value(QLatin1String("bb")).toString(), height,
                         &placement->groups[static_cast<std::size_t>(group)])) {
                return false;
            }
            continue;
        }
        const int node = indexOf(name, 'n', graph.nodes.size());
        if (node >= 0) {
            if (!readPoint(object.value(QLatin1String("pos")).toString(), height,
                           &placement->nodes[static_cast<std::size_t>(node)])) {
                return false;
            }
            ++placed;
        }
    }
    return placed == graph.nodes.size();
}

bool readEdges(const QJsonArray &edges, const DotGraph &graph, double height, DotPlacement *placement)
{
    for (const QJsonValue &value : edges) {
        const QJsonObject object = value.toObject();
        const int edge = indexOf(object.value(QLatin1String("id")).toString(), 'e', graph.edges.size());
        if (edge < 0) {
            return false;
        }
        const auto index = static_cast<std::size_t>(edge);
        if (!readSpline(object.value(QLatin1String("pos")).toString(), height, &placement->edges[index])) {
            return false;
        }
        const QString label = object.value(QLatin1String("lp")).toString();
        if (!label.isEmpty() && !readPoint(label, height, &placement->labels[index])) {
            return false;
        }
    }
    return true;
}

} // namespace

QByteArray writeDot(const DotGraph &graph)
{
    QByteArray out = "digraph g {\n";
    out += graph.leftToRight ? "rankdir=LR;\n" : "rankdir=TB;\n";
    out += "nodesep=0.25;\nranksep=0.4;\nnode [shape=box,fixedsize=true,label=\"\"];\n";
    for (int group = 0; group < graph.groups; ++group) {
        // The margin leaves room for the group's title.
        out += "subgraph cluster_" + QByteArray::number(group) + " {\nmargin=18;\n";
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            if (graph.nodes[i].group == group) {
                writeNode(out, i, graph.nodes[i]);
            }
        }
        out += "}\n";
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].group < 0) {
            writeNode(out, i, graph.nodes[i]);
        }
    }
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        writeEdge(out, i, graph.edges[i]);
    }
    return out + "}\n";
}

bool readDotJson(const QByteArray &json, const DotGraph &graph, DotPlacement *placement, QString *error)
{
    QJsonParseError parse;
    const QJsonObject root = QJsonDocument::fromJson(json, &parse).object();
    *placement = {};
    placement->nodes.resize(graph.nodes.size());
    placement->edges.resize(graph.edges.size());
    placement->labels.resize(graph.edges.size());
    placement->groups.resize(static_cast<std::size_t>(graph.groups));
    QRectF bounds;
    if (parse.error != QJsonParseError::NoError) {
        *error = parse.errorString();
        return false;
    }
    if (!readBox(root.value(QLatin1String("bb")).toString(), 0, &bounds)) {
        *error = DotLayout::tr("no bounding box");
        return false;
    }
    const double height = bounds.height();
    placement->bounds = QRectF(0, 0, bounds.width(), height);
    if (!readObjects(root.value(QLatin1String("objects")).toArray(), graph, height, placement)) {
        *error = DotLayout::tr("a node or group without a place");
        return false;
    }
    if (!readEdges(root.value(QLatin1String("edges")).toArray(), graph, height, placement)) {
        *error = DotLayout::tr("an edge without a path");
        return false;
    }
    return true;
}

DotLayout::DotLayout(QObject *parent)
    : QObject(parent)
    , m_program(QStringLiteral("dot"))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        drop();
        emit failed(tr("dot needed more than %1 s and was stopped. Show fewer steps around the selection.")
                        .arg(m_timeout / 1000));
    });
}

DotLayout::~DotLayout()
{
    drop();
}

bool DotLayout::isRunning() const
{
    return m_process != nullptr;
}

void DotLayout::start(DotGraph graph)
{
    drop();
    m_graph = std::move(graph);
    const QString program = QStandardPaths::findExecutable(m_program);
    if (program.isEmpty()) {
        emit failed(tr("The graph is laid out by Graphviz' dot, which was not found. Install the package graphviz and "
                       "open this tab again."));
        return;
    }
    m_process = new QProcess(this);
    connect(m_process, &QProcess::finished, this, &DotLayout::processFinished);
    connect(m_process, &QProcess::errorOccurred, this, &DotLayout::processError);
    m_timer.start(m_timeout);
    m_process->start(program, {QStringLiteral("-Tjson0")});
    m_process->write(writeDot(m_graph));
    m_process->closeWriteChannel();
}

void DotLayout::cancel()
{
    if (isRunning()) {
        drop();
        emit failed(tr("The layout was cancelled."));
    }
}

void DotLayout::drop()
{
    m_timer.stop();
    if (m_process == nullptr) {
        return;
    }
    QProcess *process = m_process;
    m_process = nullptr;
    process->disconnect(this);
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    // It dies on its own time: waiting for it would stop the window.
    process->setParent(nullptr);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    connect(process, &QProcess::errorOccurred, process, [process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            process->deleteLater();
        }
    });
    process->kill();
}

void DotLayout::processFinished(int exitCode, QProcess::ExitStatus status)
{
    const QByteArray out = m_process->readAllStandardOutput();
    const QString complaint = QString::fromLocal8Bit(m_process->readAllStandardError()).trimmed();
    drop();
    DotPlacement placement;
    QString error = complaint;
    if (status == QProcess::NormalExit && exitCode == 0 && readDotJson(out, m_graph, &placement, &error)) {
        emit finished(placement);
        return;
    }
    emit failed(tr("dot failed: %1").arg(error.isEmpty() ? tr("exit code %1").arg(exitCode) : error));
}

void DotLayout::processError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart || error == QProcess::Crashed) {
        const QString reason = m_process->errorString();
        drop();
        emit failed(tr("dot failed: %1").arg(reason));
    }
}

} // namespace spanscope::ui
