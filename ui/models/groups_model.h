#pragma once
/// Hint groups and the hints a person pinned, with a check box for each that an export may leave out.

#include "core/exporters/exporters.h"
#include "core/groups/groups.h"
#include "ui/models/text_table.h"

#include <set>

namespace spanscope::ui {

/// Top rows are groups (checkable), children their members; pins follow as rows of their own.
class GroupsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Name, Splits, Tiles, LoopVars, HintIds, Kind };

    explicit GroupsModel(QObject *parent = nullptr);
    /// \param excluded names of the first members of groups that exports leave out
    void setResult(const GraphResultPtr &result, const std::vector<Pin> &pins, const std::set<std::string> &excluded);

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// Only emits includedChanged(); the owner of the user's choices answers with setResult().
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    /// The row of an op as a group's member or as a pin; invalid where it is neither.
    [[nodiscard]] QModelIndex indexOf(int op) const;

signals:
    void includedChanged(const QString &firstMember, bool included);

private:
    [[nodiscard]] bool isGroup(const QModelIndex &index) const;
    [[nodiscard]] const std::string &firstMember(int group) const;

    GraphResultPtr m_result;
    std::vector<Pin> m_pins;
    std::set<std::string> m_excluded;
};

} // namespace spanscope::ui
