#include "ui/models/bench_state.h"

#include "core/graph/knowledge.h"
#include "core/importers/reported.h"
#include "core/text/sentences.h"
#include "ui/models/op_details.h"
#include "ui/models/text.h"

#include <QStringList>

namespace spanscope::ui {

namespace {

/// The reason that holds for every dim; empty when one of them can be tried, or none has divisors.
QString whyNoneCanBeTried(const Graph &graph, std::size_t opIndex, const std::vector<SplitTable> &tables,
                          const Rules &rules)
{
    QString why;
    for (const SplitTable &table : tables) {
        if (table.entries.size() < 2) {
            continue;
        }
        const Level smallest{.hostDim = table.hostDim, .splitCount = table.entries[1].count};
        const Trial trial = trySplits(graph, opIndex, {smallest}, rules);
        if (!trial.error) {
            return {};
        }
        why = qs(codeSentence(*trial.error));
    }
    return why;
}

} // namespace

BenchState::BenchState(QObject *parent)
    : QObject(parent)
{
}

const std::string &BenchState::opName() const
{
    static const std::string kNone;
    return isEmpty() ? kNone : m_result->graph->operations.at(static_cast<std::size_t>(m_op)).name;
}

void BenchState::setOp(const GraphResultPtr &result, int op, const GraphChoices &choices)
{
    const bool there = result != nullptr && op >= 0 && static_cast<std::size_t>(op) < result->analyses.size();
    m_result = there ? result : nullptr;
    m_op = there ? op : -1;
    m_dims.clear();
    m_tables.clear();
    m_whyNot.clear();
    m_planned.clear();
    m_reported.clear();
    m_untiled = {};
    if (there) {
        const auto index = static_cast<std::size_t>(op);
        m_dims = hostDims(*m_result->graph, index);
        m_tables = allSplitTables(*m_result->graph, index, m_result->analyses.at(index), rules());
        m_whyNot = whyNoneCanBeTried(*m_result->graph, index, m_tables, rules());
        if (!m_whyNot.isEmpty()) {
            m_tables.clear(); // no divisor may look as if it could be chosen
        }
        m_planned = normalized(m_result->groups.levelsOf(index));
        if (m_planned.empty()) {
            m_planned = normalized(m_result->analyses.at(index).levels);
        }
        m_reported = normalized(inferredTiles(*m_result->graph, index));
        m_untiled = audit(*m_result->graph, index, {}, rules(), &m_result->analyses.at(index));
    }
    takeChoices(choices);
    recompute();
    emit opChanged();
    emit splitsChanged();
}

void BenchState::takeChoices(const GraphChoices &choices)
{
    const std::string &name = opName();
    const std::optional<Levels> own = choices.splitsOf(name);
    m_follows = !own.has_value();
    m_planWanted = choices.followsPlan.contains(name);
    m_splits = normalized(own.value_or(m_planWanted || m_reported.empty() ? m_planned : m_reported));
    m_pinned = choices.pinOf(name).has_value();
    m_aliases = choices.aliasesOf(name);
}

void BenchState::setChoices(const GraphChoices &choices)
{
    const Levels before = m_splits;
    const std::pair followed{followsPlan(), showsLog()};
    const bool pinned = m_pinned;
    const DimAliases aliases = m_aliases;
    takeChoices(choices);
    if (before != m_splits || followed != std::pair{followsPlan(), showsLog()}) {
        recompute();
        emit splitsChanged();
    }
    if (pinned != m_pinned || aliases != m_aliases) {
        emit namesChanged();
    }
}

void BenchState::recompute()
{
    m_trial = {};
    m_manual = {};
    m_current = {};
    if (isEmpty()) {
        return;
    }
    const auto index = static_cast<std::size_t>(m_op);
    const Graph &graph = *m_result->graph;
    m_trial = trySplits(graph, index, m_splits, rules());
    m_manual = trySplits(graph, index, m_splits, rules(), true);
    // Buffers are stored per tile only in the loop the compile would make; other splits are judged as if alone.
    const bool asGrouped = m_splits == normalized(m_result->groups.levelsOf(index));
    m_current = audit(graph, index, m_splits, rules(), &m_result->analyses.at(index),
                      asGrouped ? storagePlan(graph, m_result->groups, index) : StoragePlan{});
}

const SplitTable *BenchState::table(HostDim dim) const
{
    for (const SplitTable &table : m_tables) {
        if (table.hostDim == dim) {
            return &table;
        }
    }
    return nullptr;
}

QString BenchState::controlsText(HostDim dim) const
{
    QStringList places;
    for (const AuditRow &row : m_untiled.rows) {
        for (const HostDim control : row.controls) {
            if (control == dim) {
                const QString tensor = row.tensor.isOutput() ? tr("out") : qs(row.tensor.buffer);
                places << tr("%1 dev %2").arg(tensor).arg(row.deviceDim.index);
            }
        }
    }
    places.removeDuplicates();
    return places.isEmpty() ? tr("no coordinate") : places.join(QStringLiteral(", "));
}

QString BenchState::sentence() const
{
    if (isEmpty()) {
        return {};
    }
    if (!m_whyNot.isEmpty()) {
        return tr("Splits cannot be tried: %1").arg(m_whyNot);
    }
    const Int limit = rules().maxSpanBytes;
    const QString tiles = m_splits.empty() ? tr("Untiled") : tr("%1 tiles").arg(qs(grouped(tileCount(m_splits))));
    const QString ratio = qs(ratioText(m_current.worstSpan, limit));
    const QString bytes = qs(humanBytes(m_current.worstSpan));
    const QString worst = m_current.worstSpan == 0 ? tr("no span is known or left")
                          : ratio.startsWith(u'<')
                              ? tr("worst span %1, less than %2 of the limit").arg(bytes, ratio.mid(1))
                              : tr("worst span %1 = %2 of the limit").arg(bytes, ratio);
    QString text = m_current.anyOver()    ? tr("%1: over the limit, %2").arg(tiles, worst)
                   : m_current.hasUnknown ? tr("%1: some spans are unknown, %2").arg(tiles, worst)
                                          : (inputsUnknown(*m_result->graph, static_cast<std::size_t>(m_op))
                                                 ? tr("%1: every known span fits, %2")
                                                 : tr("%1: every span fits, %2"))
                                                .arg(tiles, worst);
    if (showsLog()) {
        text += tr(". The log's spans show these tiles");
    }
    if (!m_splits.empty() && !m_trial.accepted) {
        text += m_manual.accepted ? tr(". Outside the planner's own rules: as a manual hint only")
                                  : tr(". The compiler refuses these splits");
    }
    return text;
}

} // namespace spanscope::ui
