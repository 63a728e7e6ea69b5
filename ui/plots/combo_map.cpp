#include "ui/plots/combo_map.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/theme/colours.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <QToolTip>

#include <algorithm>

namespace spanscope::ui {

namespace {
constexpr std::pair<int, int> kNoCell{-1, -1};

QString countText(Int count)
{
    return QString::fromStdString(grouped(count));
}

/// Where a count stands; 0 if it is not shown.
int placeOf(const std::vector<Int> &counts, Int count)
{
    const auto it = std::find(counts.begin(), counts.end(), count);
    return it == counts.end() ? 0 : static_cast<int>(it - counts.begin());
}
} // namespace

ComboMap::ComboMap(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Minimum);
    setWhatsThis(tr("Every pair of splits of two dims: the number is the worst span over the limit. Arrows move the "
                    "cursor, Enter or a click puts the pair on the bench."));
    measure();
    refreshAccessible();
}

void ComboMap::setMap(ComboMapData next)
{
    m_data = std::move(next);
    m_hover = kNoCell;
    measure();
    m_row = placeOf(m_data.countsA, m_data.current.first);
    m_column = placeOf(m_data.countsB, m_data.current.second);
    refreshAccessible();
    emit readoutChanged(readout());
    update();
    // The scroll area learns of the new size later.
    QTimer::singleShot(0, this, [this] { moveCursor(m_row, m_column); });
}

void ComboMap::clear()
{
    setMap({});
}

void ComboMap::setCurrent(Int a, Int b)
{
    m_data.current = {a, b};
    // The cursor comes along, so that what is in force is in view.
    moveCursor(placeOf(m_data.countsA, a), placeOf(m_data.countsB, b));
}

bool ComboMap::isCurrent(int row, int column) const
{
    return m_data.countsA[static_cast<std::size_t>(row)] == m_data.current.first &&
           m_data.countsB[static_cast<std::size_t>(column)] == m_data.current.second;
}

bool ComboMap::isPlan(int row, int column) const
{
    return m_data.plan && m_data.countsA[static_cast<std::size_t>(row)] == m_data.plan->first &&
           m_data.countsB[static_cast<std::size_t>(column)] == m_data.plan->second;
}

QString ComboMap::cellText(int row, int column) const
{
    if (cellRect(row, column).isEmpty()) {
        return {};
    }
    const ComboCell &cell = m_data.cell(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    if (!cell.applies) {
        return QStringLiteral("\u2013");
    }
    if (cell.cut) {
        return appearance(*cell.cut, palette()).glyph;
    }
    if (cell.state == SpanState::Unknown) {
        return QStringLiteral("?");
    }
    QString ratio = qs(narrowRatioText(cell.worstSpan, m_data.limit));
    ratio.chop(1); // the unit stands in the title
    return ratio;
}

QString ComboMap::cellToolTip(int row, int column) const
{
    if (cellRect(row, column).isEmpty()) {
        return {};
    }
    const ComboCell &cell = m_data.cell(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    QString text = QStringLiteral("%1/%2 x %3/%4: %5")
                       .arg(m_data.nameA, countText(m_data.countsA[static_cast<std::size_t>(row)]), m_data.nameB,
                            countText(m_data.countsB[static_cast<std::size_t>(column)]), cell.sentence);
    if (isPlan(row, column)) {
        text += QStringLiteral("; ") + tr("the compiler's plan");
    } else if (!cell.accepted && cell.applies && cell.status != ComboStatus::AllOnes) {
        text += QStringLiteral("; ") + tr("the compiler would not choose it by itself");
    }
    return text;
}

QString ComboMap::readout() const
{
    return m_hover != kNoCell ? cellToolTip(m_hover.first, m_hover.second) : cellToolTip(m_row, m_column);
}

QRectF ComboMap::cellRect(int row, int column) const
{
    if (row < 0 || column < 0 || row >= static_cast<int>(m_data.countsA.size()) ||
        column >= static_cast<int>(m_data.countsB.size())) {
        return {};
    }
    return {m_origin + QPointF(column * m_cell.width(), row * m_cell.height()), m_cell};
}

std::pair<int, int> ComboMap::cellAt(QPointF pos) const
{
    const QPointF at = pos - m_origin;
    if (at.x() < 0 || at.y() < 0) {
        return kNoCell;
    }
    const int row = static_cast<int>(at.y() / m_cell.height());
    const int column = static_cast<int>(at.x() / m_cell.width());
    return cellRect(row, column).isEmpty() ? kNoCell : std::make_pair(row, column);
}

void ComboMap::moveCursor(int row, int column)
{
    if (m_data.cells.empty()) {
        return;
    }
    m_row = std::clamp(row, 0, static_cast<int>(m_data.countsA.size()) - 1);
    m_column = std::clamp(column, 0, static_cast<int>(m_data.countsB.size()) - 1);
    for (QWidget *above = parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(above)) {
            const QPoint centre = cellRect(m_row, m_column).center().toPoint();
            area->ensureVisible(centre.x(), centre.y(), static_cast<int>(m_cell.width()),
                                static_cast<int>(m_cell.height()));
            break;
        }
    }
    refreshAccessible();
    emit readoutChanged(readout());
    update();
}

void ComboMap::choose(int row, int column)
{
    if (cellRect(row, column).isEmpty()) {
        return;
    }
    moveCursor(row, column);
    const Int a = m_data.countsA[static_cast<std::size_t>(row)];
    const Int b = m_data.countsB[static_cast<std::size_t>(column)];
    setCurrent(a, b);
    emit comboChosen(a, b);
}

void ComboMap::setHover(std::pair<int, int> cell)
{
    if (cell != m_hover) {
        m_hover = cell;
        emit readoutChanged(readout());
        update();
    }
}

bool ComboMap::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const auto [row, column] = cellAt(help->pos());
        QToolTip::showText(help->globalPos(), cellToolTip(row, column), this);
        return true;
    }
    return QWidget::event(event);
}

void ComboMap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        const auto [row, column] = cellAt(event->position());
        choose(row, column);
    } else {
        QWidget::mousePressEvent(event);
    }
}

void ComboMap::mouseMoveEvent(QMouseEvent *event)
{
    setHover(cellAt(event->position()));
}

void ComboMap::leaveEvent(QEvent *event)
{
    setHover(kNoCell);
    QWidget::leaveEvent(event);
}

void ComboMap::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        moveCursor(m_row - 1, m_column);
        break;
    case Qt::Key_Down:
        moveCursor(m_row + 1, m_column);
        break;
    case Qt::Key_Left:
        moveCursor(m_row, m_column - 1);
        break;
    case Qt::Key_Right:
        moveCursor(m_row, m_column + 1);
        break;
    case Qt::Key_Home:
        moveCursor(m_row, 0);
        break;
    case Qt::Key_End:
        moveCursor(m_row, static_cast<int>(m_data.countsB.size()) - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        choose(m_row, m_column);
        break;
    default:
        QWidget::keyPressEvent(event);
        break;
    }
}

void ComboMap::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        measure();
    }
    update();
}

void ComboMap::refreshAccessible()
{
    setAccessibleName(m_data.cells.empty() ? tr("Combo map") : tr("Combo map %1 x %2").arg(m_data.nameA, m_data.nameB));
    QString text = tr("%1 by %2 splits, worst span over the limit of %3.")
                       .arg(m_data.countsA.size())
                       .arg(m_data.countsB.size())
                       .arg(QString::fromStdString(humanBytes(m_data.limit)));
    text += QLatin1Char(' ') + tr("Cursor: %1").arg(cellToolTip(m_row, m_column));
    setAccessibleDescription(m_data.cells.empty() ? tr("Empty.") : text);
}

QImage ComboMap::toImage(qreal scale) const
{
    const QSize size = sizeHint();
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
    paint(painter, palette(), false);
    return image;
}

bool ComboMap::exportTo(const QString &path, QString *error) const
{
    return exportPicture(
        path, sizeHint(), accessibleName(),
        [this](QCPPainter &painter) {
            painter.fillRect(QRect(QPoint(), sizeHint()), Qt::white);
            paint(painter, lightPalette(), false);
        },
        error);
}

} // namespace spanscope::ui
