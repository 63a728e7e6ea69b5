#pragma once
/// Everything the planner refused or passed over for one op, grouped by rule.

#include "core/text/sentences.h"
#include "ui/models/levels_type.h"
#include "ui/models/op_details.h"
#include "ui/models/text_table.h"

#include <optional>

namespace spanscope::ui {

/// Top rows are rules with a count, children the refusals: what, measured, required, where.
class RejectionsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { What, Measured, Required, Where, Rule };

    explicit RejectionsModel(QObject *parent = nullptr);
    void setDetails(const OpDetailsPtr &details, const DimAliases &aliases);
    /// The splits a refusal speaks of; nothing for rules and for coordinates that were passed over.
    [[nodiscard]] std::optional<Levels> levels(const QModelIndex &index) const;

private:
    std::vector<std::vector<std::optional<Levels>>> m_levels; ///< by top row, by child
};

} // namespace spanscope::ui
