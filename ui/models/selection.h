#pragma once
/// The one selection that all views share.

#include "core/base/dims.h"

#include <QObject>

#include <optional>
#include <vector>

namespace spanscope::ui {

/// Which op, which of its audit rows, and which host dim is pointed at. Ops have a history.
class Selection : public QObject
{
    Q_OBJECT
public:
    explicit Selection(QObject *parent = nullptr);

    [[nodiscard]] int op() const { return m_op; }
    [[nodiscard]] int row() const { return m_row; }
    [[nodiscard]] std::optional<HostDim> dim() const { return m_dim; }

    /// A visit: goes into the history. -1 selects nothing and is not remembered.
    void setOp(int op);
    void setRow(int row);
    void setDim(std::optional<HostDim> dim);

    [[nodiscard]] bool canGoBack() const { return m_place > 0; }
    [[nodiscard]] bool canGoForward() const { return m_place + 1 < static_cast<int>(m_history.size()); }
    void back();
    void forward();
    /// Forgets the history, as when another graph is shown.
    void reset(int op = -1);

signals:
    void opChanged(int op);
    void rowChanged(int row);
    void dimChanged();
    void historyChanged();

private:
    void show(int op);

    static constexpr std::size_t kLongestHistory = 500;
    std::vector<int> m_history;
    int m_place = -1;
    int m_op = -1;
    int m_row = -1;
    std::optional<HostDim> m_dim;
};

} // namespace spanscope::ui
