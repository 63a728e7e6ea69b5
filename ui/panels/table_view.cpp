#include "ui/panels/table_view.h"

#include "ui/panels/appearance_delegate.h"
#include "ui/session/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace spanscope::ui {

TableView::TableView(const QString &name, const QString &purpose, QWidget *parent)
    : QTreeView(parent)
{
    setAccessibleName(name);
    setAccessibleDescription(purpose);
    setWhatsThis(purpose);
    setItemDelegate(new AppearanceDelegate({}, this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTextElideMode(Qt::ElideRight);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setSectionsMovable(true);
    header()->setHighlightSections(false);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(header(), &QWidget::customContextMenuRequested, this, &TableView::showColumnMenu);
    connect(this, &QTreeView::expanded, this, &TableView::refreshHeight);
    connect(this, &QTreeView::collapsed, this, &TableView::refreshHeight);
    connect(header(), &QHeaderView::sectionResized, this, &TableView::refreshHeight);
}

void TableView::remember(Settings &settings, const QString &key)
{
    if (const QByteArray state = settings.headerState(key); !state.isEmpty()) {
        m_arranged = header()->restoreState(state);
    }
    const auto keep = [this, &settings, key] {
        if (!m_byProgram) {
            m_arranged = true;
            settings.setHeaderState(key, header()->saveState());
        }
    };
    connect(header(), &QHeaderView::sectionMoved, this, keep);
    connect(header(), &QHeaderView::sectionResized, this, [this, keep](int column) {
        // The last one follows the table's own width.
        if (header()->visualIndex(column) + 1 < header()->count()) {
            keep();
        }
    });
    connect(header(), &QHeaderView::sortIndicatorChanged, this, keep);
}

void TableView::setDefaultWidth(int column, int width)
{
    const QScopedValueRollback guard(m_byProgram, true);
    header()->resizeSection(column, width);
}

void TableView::fitColumns(int widest, int padding)
{
    if (model() == nullptr) {
        return;
    }
    for (int column = 0; column < model()->columnCount(); ++column) {
        const int wanted = std::max(sizeHintForColumn(column), header()->sectionSizeHint(column));
        header()->resizeSection(column, std::min(wanted + padding, widest));
    }
}

void TableView::followContent(int mostRows)
{
    m_mostRows = mostRows;
    setVerticalScrollBarPolicy(mostRows > 0 ? Qt::ScrollBarAsNeeded : verticalScrollBarPolicy());
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto refresh = [this] { refreshHeight(); };
    connect(model(), &QAbstractItemModel::modelReset, this, refresh);
    refreshHeight();
}

void TableView::refreshHeight()
{
    if (m_mostRows > 0) {
        m_wantedHeight = contentHeight();
        updateGeometry();
    }
}

void TableView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    // A scroll bar below the columns comes and goes with the width.
    if (m_mostRows > 0 && contentHeight() != m_wantedHeight) {
        refreshHeight();
    }
}

int TableView::contentHeight() const
{
    int rows = 0;
    for (QModelIndex index = model() != nullptr ? model()->index(0, 0) : QModelIndex();
         index.isValid() && rows < m_mostRows; index = indexBelow(index)) {
        ++rows;
    }
    const int shown =
        model() != nullptr && model()->rowCount() > 0 ? sizeHintForIndex(model()->index(0, 0)).height() : 0;
    const int rowHeight = shown > 0 ? shown : fontMetrics().height() + 7;
    const int headerHeight = isHeaderHidden() ? 0 : header()->sizeHint().height();
    const bool scrolls = header()->length() > width() - 2 * frameWidth();
    const int bar = scrolls ? horizontalScrollBar()->sizeHint().height() : 0;
    return headerHeight + std::max(rows, 1) * rowHeight + bar + 2 * frameWidth();
}

QSize TableView::sizeHint() const
{
    return m_mostRows > 0 ? QSize(240, contentHeight()) : QTreeView::sizeHint();
}

QSize TableView::minimumSizeHint() const
{
    return m_mostRows > 0 ? QSize(120, contentHeight()) : QSize(120, 80);
}

QString TableView::selectedText() const
{
    if (model() == nullptr || selectionModel() == nullptr) {
        return {};
    }
    QList<int> columns;
    for (int visual = 0; visual < header()->count(); ++visual) {
        if (const int logical = header()->logicalIndex(visual); !header()->isSectionHidden(logical)) {
            columns << logical;
        }
    }
    const auto line = [&columns](const auto &textOf) {
        QStringList texts;
        for (const int column : columns) {
            texts << textOf(column);
        }
        return texts.join(u'\t');
    };
    QStringList lines;
    lines << line([this](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
              [this](const QModelIndex &a, const QModelIndex &b) { return visualRect(a).top() < visualRect(b).top(); });
    for (const QModelIndex &row : rows) {
        lines << line([&row](int column) { return row.siblingAtColumn(column).data().toString(); });
    }
    return lines.join(u'\n') + u'\n';
}

void TableView::copySelection()
{
    QApplication::clipboard()->setText(selectedText());
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit activated(currentIndex());
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    QAction *copy = menu.addAction(tr("Copy rows"), this, &TableView::copySelection);
    copy->setShortcut(QKeySequence::Copy);
    menu.addAction(tr("Select all"), this, &QAbstractItemView::selectAll);
    menu.exec(event->globalPos());
}

void TableView::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        refreshHeight();
    }
}

void TableView::showColumnMenu(const QPoint &at)
{
    QMenu menu(this);
    for (int column = 0; column < header()->count(); ++column) {
        QAction *action = menu.addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!header()->isSectionHidden(column));
        // The last visible column must stay: its header is the only way back.
        action->setEnabled(header()->isSectionHidden(column) || header()->count() - header()->hiddenSectionCount() > 1);
        connect(action, &QAction::toggled, this, [this, column](bool on) { header()->setSectionHidden(column, !on); });
    }
    menu.exec(header()->mapToGlobal(at));
}

} // namespace spanscope::ui
