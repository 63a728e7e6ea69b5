#include "ui/models/selection.h"

namespace spanscope::ui {

Selection::Selection(QObject *parent)
    : QObject(parent)
{
}

void Selection::show(int op)
{
    m_row = -1;
    m_dim.reset();
    m_op = op;
    emit opChanged(op);
    emit historyChanged();
}

void Selection::setOp(int op)
{
    if (op == m_op) {
        return;
    }
    if (op >= 0) {
        const int kept = m_place + 1; // what was ahead is forgotten
        m_history.resize(static_cast<std::size_t>(kept));
        m_history.push_back(op);
        if (m_history.size() > kLongestHistory) {
            m_history.erase(m_history.begin());
        }
        m_place = static_cast<int>(m_history.size()) - 1;
    }
    show(op);
}

void Selection::setRow(int row)
{
    if (row != m_row) {
        m_row = row;
        emit rowChanged(row);
    }
}

void Selection::setDim(std::optional<HostDim> dim)
{
    if (dim != m_dim) {
        m_dim = dim;
        emit dimChanged();
    }
}

void Selection::back()
{
    if (canGoBack()) {
        show(m_history.at(static_cast<std::size_t>(--m_place)));
    }
}

void Selection::forward()
{
    if (canGoForward()) {
        show(m_history.at(static_cast<std::size_t>(++m_place)));
    }
}

void Selection::reset(int op)
{
    m_history.clear();
    m_place = -1;
    m_op = -1;
    if (op >= 0) {
        setOp(op);
    } else {
        show(-1);
    }
}

} // namespace spanscope::ui
