#include "ui/widgets/divisor_strip.h"

#include "core/text/sentences.h"
#include "ui/theme/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QTimerEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace spanscope::ui {

namespace {
constexpr int kGap = 4;
constexpr int kLeastGap = 2;
constexpr int kPadX = 7;
constexpr int kLeastPadX = 3;
constexpr int kPadY = 4;
constexpr int kMargin = 3;        ///< room for the outline of the current cell
constexpr int kTypingPause = 900; ///< milliseconds until a typed count is taken
constexpr qsizetype kMostDigits = 18;

QString countText(Int count)
{
    return QString::fromStdString(grouped(count));
}
} // namespace

DivisorStrip::DivisorStrip(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    measure();
    refreshAccessible();
}

void DivisorStrip::setTable(const SplitTable &table, const Rules &rules)
{
    m_table = table;
    m_rules = rules;
    m_hovered = -1;
    m_typed.clear();
    measure();
    scrollTo(currentCell());
    refreshAccessible();
    update();
}

void DivisorStrip::setDimName(const QString &name)
{
    m_name = name;
    refreshAccessible();
}

void DivisorStrip::setCurrent(Int count)
{
    if (m_current != count) {
        m_current = count;
        scrollTo(currentCell());
        refreshAccessible();
        update();
    }
}

void DivisorStrip::setPlanned(Int count)
{
    if (m_planned != count) {
        m_planned = count;
        refreshAccessible();
        update();
    }
}

int DivisorStrip::currentCell() const
{
    const auto it = std::find_if(m_table.entries.begin(), m_table.entries.end(),
                                 [this](const SplitEntry &entry) { return entry.count == m_current; });
    return it == m_table.entries.end() ? -1 : static_cast<int>(it - m_table.entries.begin());
}

void DivisorStrip::place(int padding, int gap)
{
    const QFontMetrics metrics(font());
    const QFontMetrics small(smallFont(font()));
    m_gap = gap;
    m_lefts.clear();
    int x = kMargin;
    for (const SplitEntry &entry : m_table.entries) {
        m_lefts.push_back(x);
        const int number = metrics.horizontalAdvance(countText(entry.count)) + 2 * padding;
        const int word = small.horizontalAdvance(wordBelow(entry)) + 2;
        x += std::max({number, word, metrics.height() + padding - kLeastPadX}) + gap;
    }
    m_lefts.push_back(x);
}

void DivisorStrip::measure()
{
    place(kPadX, kGap);
    m_natural = m_lefts.back() - m_gap + kMargin;
    if (m_natural > width()) {
        place(kLeastPadX, kLeastGap);
    }
    updateGeometry();
}

QSize DivisorStrip::sizeHint() const
{
    return {std::max(m_natural, 40), minimumSizeHint().height()};
}

QSize DivisorStrip::minimumSizeHint() const
{
    const QFontMetrics metrics(font());
    const QFontMetrics small(smallFont(font()));
    return {120, metrics.height() + 2 * kPadY + 2 * kMargin + small.height()};
}

QRect DivisorStrip::cellRect(int cell) const
{
    if (cell < 0 || cell >= cellCount()) {
        return {};
    }
    const auto i = static_cast<std::size_t>(cell);
    const QFontMetrics metrics(font());
    return {m_lefts[i] - m_offset, kMargin, m_lefts[i + 1] - m_lefts[i] - m_gap, metrics.height() + 2 * kPadY};
}

int DivisorStrip::cellAt(QPoint pos) const
{
    for (int i = 0; i < cellCount(); ++i) {
        const QRect cell = cellRect(i);
        if (pos.x() >= cell.left() && pos.x() <= cell.right()) {
            return pos.y() >= 0 && pos.y() < height() ? i : -1;
        }
    }
    return -1;
}

QString DivisorStrip::cellToolTip(int cell) const
{
    if (cell < 0 || cell >= cellCount()) {
        return {};
    }
    const SplitEntry &entry = m_table.entries[static_cast<std::size_t>(cell)];
    QString text = tr("%1 tiles of %2: %3")
                       .arg(countText(entry.count), countText(entry.tile),
                            QString::fromStdString(splitSentence(entry, m_table.hostDim, m_rules)));
    if (entry.count == m_planned) {
        text += QLatin1Char('\n') + tr("The compiler's own choice.");
    }
    return text;
}

void DivisorStrip::choose(int cell)
{
    if (cell < 0 || cell >= cellCount()) {
        return;
    }
    const Int count = m_table.entries[static_cast<std::size_t>(cell)].count;
    if (count != m_current) {
        setCurrent(count);
        emit countChosen(count);
    }
}

void DivisorStrip::step(int by)
{
    const int cell = currentCell();
    if (cell >= 0) {
        choose(std::clamp(cell + by, 0, cellCount() - 1));
        return;
    }
    // The split in force is no divisor: go to the one beside it.
    const auto above = std::upper_bound(m_table.entries.begin(), m_table.entries.end(), m_current,
                                        [](Int value, const SplitEntry &entry) { return value < entry.count; });
    const int next = static_cast<int>(above - m_table.entries.begin());
    choose(std::clamp(by > 0 ? next : next - 1, 0, cellCount() - 1));
}

void DivisorStrip::takeTyped()
{
    if (m_typingTimer != 0) {
        killTimer(m_typingTimer);
        m_typingTimer = 0;
    }
    const Int count = m_typed.toLongLong();
    m_typed.clear();
    update();
    if (count > 0 && count != m_current) {
        setCurrent(count);
        emit countChosen(count);
    }
}

void DivisorStrip::scrollTo(int cell)
{
    const int most = std::max(0, m_lefts.back() - m_gap + kMargin - width());
    int offset = std::min(m_offset, most);
    if (cell >= 0) {
        const auto i = static_cast<std::size_t>(cell);
        const int left = m_lefts[i] - kEndWidth - kMargin;
        const int right = m_lefts[i + 1] + kEndWidth;
        offset = std::min(offset, left);
        offset = std::max(offset, right - width());
    }
    m_offset = std::clamp(offset, 0, most);
    update();
}

void DivisorStrip::scrollBy(int pixels)
{
    const int most = std::max(0, m_lefts.back() - m_gap + kMargin - width());
    m_offset = std::clamp(m_offset + pixels, 0, most);
    update();
}

bool DivisorStrip::hasMoreBefore() const
{
    return m_offset > 0;
}

bool DivisorStrip::hasMoreAfter() const
{
    return cellCount() > 0 && cellRect(cellCount() - 1).right() > width();
}

bool DivisorStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const int cell = cellAt(help->pos());
        if (cell < 0) {
            QToolTip::hideText();
            event->ignore();
        } else {
            QToolTip::showText(help->globalPos(), cellToolTip(cell), this, cellRect(cell));
        }
        return true;
    }
    return QWidget::event(event);
}

void DivisorStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        const QPoint at = event->position().toPoint();
        if (hasMoreBefore() && at.x() < kEndWidth) {
            scrollBy(-width() / 2);
        } else if (hasMoreAfter() && at.x() >= width() - kEndWidth) {
            scrollBy(width() / 2);
        } else {
            choose(cellAt(at));
        }
    } else {
        QWidget::mousePressEvent(event);
    }
}

void DivisorStrip::mouseMoveEvent(QMouseEvent *event)
{
    const int cell = cellAt(event->position().toPoint());
    if (cell != m_hovered) {
        m_hovered = cell;
        emit cellHovered(cellToolTip(cell));
        update();
    }
}

void DivisorStrip::leaveEvent(QEvent *event)
{
    m_hovered = -1;
    emit cellHovered(QString());
    update();
    QWidget::leaveEvent(event);
}

void DivisorStrip::wheelEvent(QWheelEvent *event)
{
    // Without focus the wheel belongs to whatever scrolls the strip: splits must not change by accident.
    if (event->angleDelta().y() == 0 && event->angleDelta().x() != 0 && (hasMoreBefore() || hasMoreAfter())) {
        scrollBy(-event->angleDelta().x() / 2);
        event->accept();
        return;
    }
    const int delta = event->angleDelta().y();
    if (!hasFocus() || delta == 0) {
        event->ignore();
        return;
    }
    m_wheel += delta;
    constexpr int kNotch = 120;
    const int notches = m_wheel / kNotch;
    m_wheel -= notches * kNotch;
    if (notches != 0) {
        step(-notches);
    }
    event->accept();
}

void DivisorStrip::keyPressEvent(QKeyEvent *event)
{
    const QString text = event->text();
    if (text.size() == 1 && text.at(0) >= QLatin1Char('0') && text.at(0) <= QLatin1Char('9') &&
        (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier) {
        if (m_typed.size() < kMostDigits) {
            m_typed += text;
        }
        if (m_typingTimer != 0) {
            killTimer(m_typingTimer);
        }
        m_typingTimer = startTimer(kTypingPause);
        update();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        break;
    case Qt::Key_Right:
        step(1);
        break;
    case Qt::Key_Up:
        emit rowWanted(-1);
        break;
    case Qt::Key_Down:
        emit rowWanted(1);
        break;
    case Qt::Key_Home:
        choose(0);
        break;
    case Qt::Key_End:
        choose(cellCount() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        takeTyped();
        break;
    case Qt::Key_Backspace:
        m_typed.chop(1);
        update();
        break;
    case Qt::Key_Escape:
        if (m_typed.isEmpty()) {
            event->ignore();
        }
        m_typed.clear();
        update();
        break;
    default:
        QWidget::keyPressEvent(event);
        break;
    }
}

void DivisorStrip::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_typingTimer) {
        takeTyped();
    } else {
        QWidget::timerEvent(event);
    }
}

void DivisorStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    measure();
    scrollTo(currentCell());
}

void DivisorStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        measure();
        scrollTo(currentCell());
    }
    QWidget::changeEvent(event);
}

void DivisorStrip::refreshAccessible()
{
    setAccessibleName(m_name.isEmpty() ? tr("Split of dim %1").arg(m_table.hostDim.index)
                                       : tr("Split of %1").arg(m_name));
    const int cell = currentCell();
    QString text = tr("%n divisors of %1.", nullptr, cellCount()).arg(countText(m_table.range)) + QLatin1Char(' ');
    text += cell >= 0 ? cellToolTip(cell) : tr("%1 is not a divisor.").arg(countText(m_current));
    if (m_planned > 0) {
        text += QLatin1Char(' ') + tr("The compiler chose %1.").arg(countText(m_planned));
    }
    setAccessibleDescription(text);
}

} // namespace spanscope::ui
