#pragma once
/// What the window has to say, without a box in the way.

#include "ui/session/workspace.h"

#include <QWidget>

class QVBoxLayout;

namespace spanscope::ui {

/// Newest at the bottom; messages without an action go away by themselves, errors stay.
class MessageBar : public QWidget
{
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);

    void show(const Message &message);
    [[nodiscard]] QStringList texts() const;
    void clear();
    /// How long a message without an action stays; milliseconds.
    void setLifetime(int milliseconds) { m_lifetime = milliseconds; }

private:
    void take(QWidget *row);

    QVBoxLayout *m_rows = nullptr;
    int m_lifetime = 12'000;
};

} // namespace spanscope::ui
