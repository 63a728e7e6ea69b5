#include "ui/window/message_bar.h"

#include "ui/theme/colours.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

Appearance lookOf(Message::Level level, const QPalette &palette)
{
    switch (level) {
    case Message::Level::Error:
        return appearance(Verdict::Unsupported, palette);
    case Message::Level::Warning:
        return appearance(Verdict::ResidualRisk, palette);
    case Message::Level::Info:
        break;
    }
    return appearance(Verdict::Fits, palette);
}

QString wordOf(Message::Level level)
{
    switch (level) {
    case Message::Level::Error:
        return MessageBar::tr("Error");
    case Message::Level::Warning:
        return MessageBar::tr("Warning");
    case Message::Level::Info:
        break;
    }
    return MessageBar::tr("Note");
}

} // namespace

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
    , m_rows(new QVBoxLayout(this))
{
    setAccessibleName(tr("Messages"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(1);
    setVisible(false);
}

void MessageBar::show(const Message &message)
{
    constexpr int kMost = 4;
    while (m_rows->count() >= kMost) {
        take(m_rows->itemAt(0)->widget());
    }
    auto *row = new QFrame(this);
    row->setFrameShape(QFrame::StyledPanel);
    row->setAutoFillBackground(true);
    row->setBackgroundRole(QPalette::Base);
    auto *word = new QLabel(row);
    const Appearance look = lookOf(message.level, palette());
    word->setText(look.glyph + u' ' + wordOf(message.level));
    QPalette colours = word->palette();
    colours.setColor(QPalette::WindowText, look.text);
    word->setPalette(colours);
    auto *text = new QLabel(message.text, row);
    text->setObjectName(QStringLiteral("messageText"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAccessibleName(wordOf(message.level));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(word);
    layout->addWidget(text, 1);
    if (message.action) {
        auto *action = new QPushButton(message.actionText, row);
        action->setObjectName(QStringLiteral("messageAction"));
        action->setAutoDefault(false);
        connect(action, &QPushButton::clicked, this, [this, row, call = message.action] {
            take(row);
            call();
        });
        layout->addWidget(action);
    }
    auto *close = new QToolButton(row);
    close->setText(QString(QChar(0x2715)));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Dismiss"));
    close->setToolTip(tr("Dismiss"));
    connect(close, &QToolButton::clicked, this, [this, row] { take(row); });
    layout->addWidget(close);
    m_rows->addWidget(row);
    if (!message.action && message.level == Message::Level::Info) {
        QTimer::singleShot(m_lifetime, row, [this, row] { take(row); });
    }
    setVisible(true);
}

void MessageBar::take(QWidget *row)
{
    m_rows->removeWidget(row);
    row->hide();
    row->deleteLater();
    setVisible(m_rows->count() > 0);
}

QStringList MessageBar::texts() const
{
    QStringList texts;
    for (int i = 0; i < m_rows->count(); ++i) {
        texts << m_rows->itemAt(i)->widget()->findChild<QLabel *>(QStringLiteral("messageText"))->text();
    }
    return texts;
}

void MessageBar::clear()
{
    while (m_rows->count() > 0) {
        take(m_rows->itemAt(0)->widget());
    }
}

} // namespace spanscope::ui
