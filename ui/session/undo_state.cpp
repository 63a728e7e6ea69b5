#include "ui/session/undo_state.h"

#include <QUndoCommand>

#include <memory>

namespace spanscope::ui {

/// From one value to another.
class StateCommand : public QUndoCommand
{
public:
    StateCommand(UndoState &owner, UserState before, UserState after, const QString &text)
        : QUndoCommand(text)
        , m_owner(owner)
        , m_before(std::move(before))
        , m_after(std::move(after))
    {
    }
    void undo() override { m_owner.apply(m_before); }
    void redo() override { m_owner.apply(m_after); }

private:
    UndoState &m_owner;
    UserState m_before;
    UserState m_after;
};

UndoState::UndoState(QObject *parent)
    : QObject(parent)
{
    constexpr int kMostSteps = 1000;
    m_stack.setUndoLimit(kMostSteps);
}

void UndoState::apply(const UserState &state)
{
    const UserState before = m_state;
    m_state = state;
    emit changed(before);
}

void UndoState::change(const QString &text, const std::function<void(UserState &)> &edit)
{
    UserState after = m_state;
    edit(after);
    if (after != m_state) {
        m_stack.push(std::make_unique<StateCommand>(*this, m_state, std::move(after), text).release());
    }
}

void UndoState::reset(const UserState &state)
{
    m_stack.clear();
    apply(state);
}

void UndoState::amend(const std::function<void(UserState &)> &edit)
{
    UserState after = m_state;
    edit(after);
    apply(after);
}

} // namespace spanscope::ui
