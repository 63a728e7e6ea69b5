#pragma once
/// The user's choices with their history.

#include "ui/models/user_state.h"

#include <QObject>
#include <QUndoStack>

#include <functional>

namespace spanscope::ui {

/// Every change is one undo step that holds the value before and after it.
class UndoState : public QObject
{
    Q_OBJECT
public:
    explicit UndoState(QObject *parent = nullptr);

    [[nodiscard]] const UserState &state() const { return m_state; }
    [[nodiscard]] QUndoStack &stack() { return m_stack; }

    /// Applies a change as an undo step; one that changes nothing leaves no step.
    /// \param text what undo and redo say, e.g. `Split dim 0 into 4`
    void change(const QString &text, const std::function<void(UserState &)> &edit);
    /// Takes a state over as it is and forgets the history (a session was opened).
    void reset(const UserState &state);
    /// A change that comes from outside and cannot be undone (a document was closed).
    void amend(const std::function<void(UserState &)> &edit);

signals:
    void changed(const spanscope::ui::UserState &before);

private:
    friend class StateCommand;
    void apply(const UserState &state);

    UserState m_state;
    QUndoStack m_stack;
};

} // namespace spanscope::ui
