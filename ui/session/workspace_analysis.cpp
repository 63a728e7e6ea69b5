/// The part of Workspace that keeps results up to date with graphs and rules.

#include "core/base/input_error.h"
#include "ui/models/text.h"
#include "ui/session/freed_elsewhere.h"
#include "ui/session/settings.h"
#include "ui/session/workspace.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace spanscope::ui {

namespace {

/// What one round of analysing has to do.
struct Order
{
    int id = 0;
    GraphPtr graph;
};

/// The op people look at first: worst verdict, then the largest untiled span.
int worstOp(const ResultSummary &summary)
{
    const auto worst =
        std::min_element(summary.ops.begin(), summary.ops.end(), [](const OpSummary &a, const OpSummary &b) {
            return a.verdict != b.verdict ? a.verdict < b.verdict : a.untiledSpan > b.untiledSpan;
        });
    return worst == summary.ops.end() ? -1 : static_cast<int>(worst - summary.ops.begin());
}

} // namespace

void Workspace::analyseStale()
{
    const UserState &state = m_undo.state();
    std::vector<Order> orders;
    for (const Document &doc : m_documents.documents()) {
        const AnalysisKey key{state.rules, state.ignoreSwitches, doc.graph()};
        if (!doc.summary || !m_analysed.contains(doc.id) || !(m_analysed.value(doc.id) == key)) {
            orders.push_back({doc.id, doc.graph()});
        }
    }
    if (orders.empty()) {
        if (m_analyser.isRunning()) {
            m_analyser.cancel(); // everything wanted is there
        }
        return;
    }
    const int current = m_documents.currentId();
    std::stable_partition(orders.begin(), orders.end(), [current](const Order &order) { return order.id == current; });
    const auto jobs = static_cast<unsigned>(std::max(0, m_settings.jobs()));
    m_analyser.start(tr("Analysing"), [this, orders, choice = state.rules, ignore = state.ignoreSwitches,
                                       jobs](const WorkContext &context, const JobRunner::Post &post) {
        for (const Order &order : orders) {
            const auto rules = rulesFor(choice, order.graph->config.maxSpanBytes);
            if (!rules || context.cancelled()) {
                return;
            }
            RunOptions options;
            options.jobs = jobs;
            options.ignoreSwitches = ignore;
            const GraphResultPtr result = freedElsewhere(runGraph(order.graph, *rules, options, context));
            const ResultSummaryPtr summary =
                result && result->complete ? freedElsewhere(summarize(result, context)) : nullptr;
            if (!summary) {
                return;
            }
            const AnalysisKey key{choice, ignore, order.graph};
            post([this, id = order.id, key, summary] { summaryArrived(id, key, summary); });
        }
    });
}

void Workspace::summaryArrived(int id, const AnalysisKey &key, const ResultSummaryPtr &summary)
{
    m_analysed.insert(id, key);
    m_documents.setSummary(id, summary);
    if (id == m_documents.currentId()) {
        emit summaryChanged();
        chooseOp(*summary);
    }
}

void Workspace::chooseOp(const ResultSummary &summary)
{
    const Graph &graph = *summary.result->graph;
    const QString wanted = !m_wantedOp.isEmpty() ? m_wantedOp : m_lastOp.value(m_documents.currentId());
    const auto found = graph.operationIndex(wanted.toStdString());
    if (!m_wantedOp.isEmpty() && !found) {
        tellError(tr("There is no operation called \"%1\".").arg(m_wantedOp));
    }
    m_wantedOp.clear();
    const int op = found ? static_cast<int>(*found) : worstOp(summary);
    if (op == m_selection.op()) {
        showOp(); // the same op under a new result
    } else {
        m_selection.setOp(op);
    }
}

void Workspace::startDetails()
{
    m_details = nullptr;
    emit detailsChanged();
    const GraphResultPtr current = result();
    const int op = m_selection.op();
    if (!current || op < 0 || static_cast<std::size_t>(op) >= current->analyses.size()) {
        return;
    }
    m_detailer.start(tr("Explaining"), [this, current, op](const WorkContext &context, const JobRunner::Post &post) {
        const OpDetailsPtr details = computeDetails(current, static_cast<std::size_t>(op), context);
        if (details) {
            post([this, details] {
                m_details = details;
                emit detailsChanged();
            });
        }
    });
}

void Workspace::startBaseline(const QString &title, const std::function<Baseline(const WorkContext &)> &make)
{
    m_comparer.start(tr("Comparing with %1").arg(title),
                     [this, make](const WorkContext &context, const JobRunner::Post &post) {
                         try {
                             auto baseline = std::make_shared<Baseline>(make(context));
                             if (!context.cancelled()) {
                                 post([this, baseline] {
                                     m_baseline = baseline;
                                     emit baselineChanged();
                                 });
                             }
                         } catch (const InputError &error) {
                             post([this, reason = qs(error.what())] { tellError(reason); });
                         }
                     });
}

void Workspace::compareWithPreset(const QString &preset)
{
    const Document *doc = m_documents.current();
    if (doc == nullptr) {
        return;
    }
    RuleChoice choice;
    choice.preset = preset.toStdString();
    const bool ignore = m_undo.state().ignoreSwitches;
    startBaseline(preset, [graph = doc->graph(), choice, ignore, preset](const WorkContext &context) {
        const auto rules = rulesFor(choice, std::nullopt);
        RunOptions options;
        options.ignoreSwitches = ignore;
        const ResultSummaryPtr summary = summarize(runGraph(graph, rules.value_or(RulesInForce{}), options, context));
        return summary ? baselineOf(*summary, tr("rules %1").arg(preset)) : Baseline{};
    });
}

void Workspace::compareWithDocument(int id)
{
    const Document *doc = m_documents.find(id);
    if (doc != nullptr && doc->summary) {
        m_baseline = std::make_shared<Baseline>(baselineOf(*doc->summary, doc->title()));
        emit baselineChanged();
    }
}

void Workspace::compareWithFile(const QString &path)
{
    const RuleChoice choice = m_undo.state().rules;
    const bool ignore = m_undo.state().ignoreSwitches;
    const QString title = QFileInfo(path).fileName();
    startBaseline(title, [path, title, choice, ignore](const WorkContext &context) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            throw InputError(path.toStdString(), {}, file.errorString().toStdString());
        }
        constexpr qint64 kHead = 4096;
        if (file.peek(kHead).contains("spyre-span-plan")) {
            return baselineOfPlan(file.readAll().toStdString(), path.toStdString(), title);
        }
        const InputSourcePtr source = loadInput(InputRequest{.path = path, .text = {}}, context);
        if (!source) {
            return Baseline{};
        }
        const GraphPtr graph = source->import->graphs.front();
        RunOptions options;
        options.ignoreSwitches = ignore;
        const auto rules = rulesFor(choice, graph->config.maxSpanBytes);
        const ResultSummaryPtr summary = summarize(runGraph(graph, rules.value_or(RulesInForce{}), options, context));
        return summary ? baselineOf(*summary, title) : Baseline{};
    });
}

void Workspace::clearBaseline()
{
    m_baseline = nullptr;
    emit baselineChanged();
}

} // namespace spanscope::ui
