#include "ui/session/user_edits.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

namespace {

/// Splits of the user's own: no plan and no log any more.
void choose(GraphChoices &graph, const std::string &op, Levels levels)
{
    graph.splits[op] = std::move(levels);
    graph.followsPlan.erase(op);
}

} // namespace

UserEdits::UserEdits(Workspace &workspace, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
{
}

QString UserEdits::dimName(HostDim dim) const
{
    const std::string alias = aliasOf(m_workspace.bench().aliases(), dim);
    return alias.empty() ? tr("dim %1").arg(dim.index) : qs(alias);
}

void UserEdits::changeGraph(const QString &text, const std::function<void(GraphChoices &)> &edit)
{
    const int id = m_workspace.documents().currentId();
    if (id >= 0 && !m_workspace.bench().isEmpty()) {
        m_workspace.undo().change(text, [&](UserState &state) {
            edit(state.graphs[id]);
            if (state.graphs[id] == GraphChoices{}) {
                state.graphs.erase(id); // no choice is the same as never having chosen
            }
        });
    }
}

void UserEdits::setSplit(HostDim dim, Int count)
{
    const BenchState &bench = m_workspace.bench();
    const Levels levels = withSplit(bench.splits(), dim, count);
    const QString text = count == 1 ? tr("Clear the split of %1 in %2").arg(dimName(dim), qs(bench.opName()))
                                    : tr("Split %1 of %2 into %3").arg(dimName(dim), qs(bench.opName())).arg(count);
    changeGraph(text, [&](GraphChoices &graph) { choose(graph, bench.opName(), levels); });
}

void UserEdits::setSplits(const Levels &levels)
{
    const BenchState &bench = m_workspace.bench();
    changeGraph(tr("Put %1 on the bench of %2").arg(qs(levelsText(levels, bench.aliases())), qs(bench.opName())),
                [&](GraphChoices &graph) { choose(graph, bench.opName(), normalized(levels)); });
}

void UserEdits::followPlan()
{
    const BenchState &bench = m_workspace.bench();
    const std::string &op = bench.opName();
    // Without a choice of the user's the bench shows what a log tells: the wish is kept, so that the plan is
    // followed through other rules too, also where the two agree just now.
    const bool wish = bench.hasReportedTiles();
    changeGraph(tr("Follow the plan for %1").arg(qs(op)), [&](GraphChoices &graph) {
        graph.splits.erase(op);
        if (wish) {
            graph.followsPlan.insert(op);
        }
    });
}

void UserEdits::clearSplits()
{
    const std::string &op = m_workspace.bench().opName();
    changeGraph(tr("Clear the splits of %1").arg(qs(op)), [&](GraphChoices &graph) { choose(graph, op, {}); });
}

void UserEdits::togglePin()
{
    const BenchState &bench = m_workspace.bench();
    if (bench.isPinned()) {
        unpin(bench.opName());
        return;
    }
    if (!bench.splits().empty()) {
        changeGraph(tr("Pin %1").arg(qs(bench.opName())),
                    [&](GraphChoices &graph) { graph.pins[bench.opName()] = bench.splits(); });
    }
}

void UserEdits::unpin(const std::string &op)
{
    changeGraph(tr("Unpin %1").arg(qs(op)), [&](GraphChoices &graph) { graph.pins.erase(op); });
}

void UserEdits::setAlias(HostDim dim, const QString &alias)
{
    const BenchState &bench = m_workspace.bench();
    const std::string name = alias.trimmed().toStdString();
    changeGraph(tr("Name dim %1 of %2").arg(dim.index).arg(qs(bench.opName())), [&](GraphChoices &graph) {
        const DimAliases aliases = withAlias(graph.aliasesOf(bench.opName()), dim, name);
        if (aliases.empty()) {
            graph.aliases.erase(bench.opName());
        } else {
            graph.aliases[bench.opName()] = aliases;
        }
    });
}

void UserEdits::setPreset(const QString &preset)
{
    m_workspace.undo().change(tr("Rules %1").arg(preset), [&](UserState &state) {
        // A preset is a fresh start: changed numbers belong to the one before.
        state.rules = RuleChoice{};
        state.rules.preset = preset.toStdString();
    });
}

void UserEdits::setLimit(std::optional<Int> bytes)
{
    m_workspace.undo().change(bytes ? tr("Limit %1").arg(qs(humanBytes(*bytes))) : tr("Limit of the rules"),
                              [&](UserState &state) { state.rules.maxSpanBytes = bytes; });
}

void UserEdits::setRules(const RuleChoice &rules)
{
    m_workspace.undo().change(tr("Change the rules"), [&](UserState &state) { state.rules = rules; });
}

void UserEdits::setIgnoreSwitches(bool on)
{
    m_workspace.undo().change(on ? tr("Show groups in spite of switches") : tr("Obey the compile's switches"),
                              [&](UserState &state) { state.ignoreSwitches = on; });
}

void UserEdits::setGroupIncluded(const QString &firstMember, bool included)
{
    changeGraph(included ? tr("Export the group of %1").arg(firstMember)
                         : tr("Leave the group of %1 out of exports").arg(firstMember),
                [&](GraphChoices &graph) {
                    if (included) {
                        graph.excludedGroups.erase(firstMember.toStdString());
                    } else {
                        graph.excludedGroups.insert(firstMember.toStdString());
                    }
                });
}

} // namespace spanscope::ui
