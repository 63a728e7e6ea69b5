#include "ui/models/groups_model.h"

#include "ui/models/levels_type.h"
#include "ui/models/text.h"

#include <QStringList>

#include <algorithm>

namespace spanscope::ui {

namespace {

QString membershipWord(Membership membership)
{
    switch (membership) {
    case Membership::Started:
        return GroupsModel::tr("starts the group");
    case Membership::SameSignature:
        return GroupsModel::tr("same splits");
    case Membership::Conformed:
        return GroupsModel::tr("conforms to the group's splits");
    case Membership::Joined:
        return GroupsModel::tr("joins as a reduction");
    }
    return {};
}

TableRow memberRow(const Graph &graph, const GroupMember &member, const std::vector<Level> &levels)
{
    QStringList vars;
    QStringList ids;
    for (const DimHint &hint : member.hints) {
        vars << qs(hint.loopVar);
        ids << QString::number(hint.hintId);
    }
    TableRow row;
    row.cells = {{qs(graph.operations.at(member.opIndex).name), {}, {}},
                 {qs(levelsText(levels)), {}, {}},
                 {qs(grouped(tileCount(levels))), {}, {}},
                 {vars.join(QStringLiteral(", ")), {}, {}},
                 {ids.join(QStringLiteral(", ")), {}, {}},
                 {membershipWord(member.membership), {}, {}}};
    return row;
}

TableRow groupRow(const Graph &graph, const Group &group, std::size_t number)
{
    QStringList counts;
    QStringList ids;
    Levels levels;
    for (const GroupLevel &level : group.levels) {
        counts << QString::number(level.splitCount);
        ids << QString::number(level.hintId);
        levels.push_back(Level{.hostDim = level.hostDim, .splitCount = level.splitCount});
    }
    // Members share counts; a dim may have another number in each of them.
    const bool sameDims =
        std::all_of(group.memberLevels.begin(), group.memberLevels.end(),
                    [&group](const std::vector<Level> &member) { return member == group.memberLevels.front(); });
    const QString splits = sameDims ? qs(levelsText(group.memberLevels.empty() ? levels : group.memberLevels.front()))
                                    : GroupsModel::tr("%1, dims differ").arg(counts.join(QStringLiteral(" x ")));
    TableRow row;
    row.cells = {
        {(group.members.size() == 1 ? GroupsModel::tr("Group %1, 1 op").arg(number)
                                    : GroupsModel::tr("Group %1, %2 ops").arg(number).arg(group.members.size())),
         {},
         {}},
        {splits, {}, {}},
        {qs(grouped(tileCount(levels))), {}, {}},
        {},
        {ids.join(QStringLiteral(", ")), {}, {}},
        {GroupsModel::tr("automatic"), {}, {}}};
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        row.children.push_back(memberRow(graph, group.members[i], group.memberLevels.at(i)));
    }
    return row;
}

TableRow pinRow(const Pin &pin)
{
    TableRow row;
    row.cells = {{qs(pin.op), {}, {}},
                 {qs(levelsText(pin.levels)), {}, {}},
                 {qs(grouped(tileCount(pin.levels))), {}, {}},
                 {},
                 {},
                 {GroupsModel::tr("pinned by hand"), {}, {}}};
    return row;
}

} // namespace

GroupsModel::GroupsModel(QObject *parent)
    : TextTable({{tr("Group"), tr("Ticked groups go into exports"), false},
                 {tr("Splits"), tr("Split counts, outer loop first"), false},
                 {tr("Tiles"), tr("How often the loop body runs"), true},
                 {tr("Loop vars"), tr("The symbol each level loops over in that op"), false},
                 {tr("Hint ids"), tr("Shared by the ops of one loop"), false},
                 {tr("How"), tr("Why the op is in the group"), false}},
                parent)
{
}

void GroupsModel::setResult(const GraphResultPtr &result, const std::vector<Pin> &pins,
                            const std::set<std::string> &excluded)
{
    m_result = result;
    m_pins = pins;
    m_excluded = excluded;
    std::vector<TableRow> rows;
    if (result) {
        for (std::size_t i = 0; i < result->groups.groups.size(); ++i) {
            rows.push_back(groupRow(*result->graph, result->groups.groups[i], i));
        }
        for (const Pin &pin : pins) {
            rows.push_back(pinRow(pin));
        }
    }
    setRows(std::move(rows));
}

bool GroupsModel::isGroup(const QModelIndex &index) const
{
    return m_result && index.isValid() && !isChild(index) &&
           static_cast<std::size_t>(index.row()) < m_result->groups.groups.size();
}

const std::string &GroupsModel::firstMember(int group) const
{
    const Group &value = m_result->groups.groups.at(static_cast<std::size_t>(group));
    return m_result->graph->operations.at(value.members.front().opIndex).name;
}

Qt::ItemFlags GroupsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = TextTable::flags(index);
    return isGroup(index) && index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant GroupsModel::data(const QModelIndex &index, int role) const
{
    if (role == Qt::CheckStateRole && isGroup(index) && index.column() == Name) {
        return m_excluded.contains(firstMember(index.row())) ? Qt::Unchecked : Qt::Checked;
    }
    return TextTable::data(index, role);
}

bool GroupsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !isGroup(index) || index.column() != Name) {
        return false;
    }
    emit includedChanged(qs(firstMember(index.row())), value.toInt() == Qt::Checked);
    return true;
}

QModelIndex GroupsModel::indexOf(int op) const
{
    if (!m_result || op < 0 || static_cast<std::size_t>(op) >= m_result->graph->operations.size()) {
        return {};
    }
    const auto at = static_cast<std::size_t>(op);
    const GroupResult &groups = m_result->groups;
    if (at < groups.groupOf.size() && groups.groupOf[at] >= 0) {
        return index(groups.memberIndex.at(at), 0, index(groups.groupOf[at], 0));
    }
    const std::string &name = m_result->graph->operations[at].name;
    const auto pin = std::find_if(m_pins.begin(), m_pins.end(), [&name](const Pin &p) { return p.op == name; });
    return pin == m_pins.end()
               ? QModelIndex()
               : index(static_cast<int>(groups.groups.size()) + static_cast<int>(pin - m_pins.begin()), 0);
}

int GroupsModel::opIndex(const QModelIndex &index) const
{
    if (!m_result || !index.isValid()) {
        return -1;
    }
    const auto top = static_cast<std::size_t>(topRow(index));
    const auto &groups = m_result->groups.groups;
    if (top >= groups.size()) {
        const auto op = m_result->graph->operationIndex(m_pins.at(top - groups.size()).op);
        return op ? static_cast<int>(*op) : -1;
    }
    const std::size_t member = isChild(index) ? static_cast<std::size_t>(index.row()) : 0;
    return static_cast<int>(groups[top].members.at(member).opIndex);
}

} // namespace spanscope::ui
