#pragma once
/// What keeps ops out of hint groups.

#include "core/groups/groups.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

class ConflictsModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Op, Producers, Message, CodeColumn };

    explicit ConflictsModel(QObject *parent = nullptr);
    void setResult(const GraphResultPtr &result);
    [[nodiscard]] const GraphResultPtr &result() const { return m_result; }
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    /// The first conflict of an op; invalid where it has none.
    [[nodiscard]] QModelIndex indexOf(int op) const;

private:
    GraphResultPtr m_result;
};

} // namespace spanscope::ui
