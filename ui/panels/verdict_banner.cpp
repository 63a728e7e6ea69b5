#include "ui/panels/verdict_banner.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace spanscope::ui {

VerdictBanner::VerdictBanner(const QString &name, QWidget *parent)
    : QFrame(parent)
    , m_headline(new QLabel(this))
    , m_text(new QLabel(this))
{
    setAccessibleName(name);
    for (QLabel *label : {m_headline, m_text}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        policy.setHeightForWidth(true);
        label->setSizePolicy(policy);
    }
    QFont bold = m_headline->font();
    bold.setBold(true);
    m_headline->setFont(bold);
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(12, 8, 8, 8);
    box->setSpacing(3);
    box->addWidget(m_headline);
    box->addWidget(m_text);
}

void VerdictBanner::show(const Look &look, const QString &headline, const QString &text)
{
    m_look = look;
    m_headlineText = headline;
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleDescription(headline + u' ' + text);
    refresh();
}

QString VerdictBanner::headline() const
{
    return m_headlineText;
}

QString VerdictBanner::text() const
{
    return m_text->text();
}

void VerdictBanner::refresh()
{
    if (!m_look) {
        return;
    }
    const Appearance look = m_look(palette());
    const QString text = look.glyph + QStringLiteral("  ") + m_headlineText;
    if (m_headline->text() != text) {
        m_headline->setText(text);
    }
    QPalette colours = m_headline->palette();
    colours.setColor(QPalette::WindowText, look.text);
    m_headline->setPalette(colours);
    update();
}

void VerdictBanner::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refresh();
    }
}

void VerdictBanner::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    if (!m_look) {
        return;
    }
    const Appearance look = m_look(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(blend(look.fill, palette().color(QPalette::Base), 0.35));
    painter.setBrush(blend(look.fill, palette().color(QPalette::Base), 0.92));
    painter.drawRoundedRect(frame, 4, 4);
    painter.fillRect(QRectF(frame.left() + 1, frame.top() + 3, 4, frame.height() - 6), look.fill);
}

} // namespace spanscope::ui
