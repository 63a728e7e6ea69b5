#include "ui/panels/bench_row.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/divisor_strip.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>

namespace spanscope::ui {

namespace {

QLabel *figure(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

} // namespace

BenchRow::BenchRow(const HostDimInfo &info, const BenchState &bench, QGridLayout *grid, int row, QWidget *parent)
    : QObject(parent)
    , m_info(info)
{
    build(bench, grid, row, parent);
    refresh(bench);
}

void BenchRow::build(const BenchState &bench, QGridLayout *grid, int row, QWidget *parent)
{
    const int dim = m_info.dim.index;
    m_name = figure(QString::number(dim), parent);
    m_name->setMargin(2);
    m_alias = new QLineEdit(parent);
    m_alias->setPlaceholderText(QStringLiteral("D%1").arg(dim));
    m_alias->setFixedWidth(m_alias->fontMetrics().averageCharWidth() * 6);
    m_alias->setAccessibleName(tr("Alias of dim %1").arg(dim));
    m_alias->setToolTip(tr("A name for this dim, used in exports"));
    // What Python takes as a name.
    m_alias->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*")), m_alias));
    m_tile = figure({}, parent);
    m_tile->setMinimumWidth(m_tile->fontMetrics().horizontalAdvance(QStringLiteral("99,999")));

    connect(m_alias, &QLineEdit::editingFinished, this, [this] {
        if (m_alias->isModified()) {
            m_alias->setModified(false);
            emit aliasEdited(m_info.dim, m_alias->text());
        }
    });
    grid->addWidget(m_name, row, Dim);
    grid->addWidget(m_alias, row, Alias);
    const QString size = m_info.range.isInteger() ? qs(grouped(m_info.range.value)) : qs(m_info.range.toString());
    grid->addWidget(figure(size, parent), row, Size);
    grid->addWidget(new QLabel(qs(m_info.symbol), parent), row, Symbol);
    grid->addWidget(m_tile, row, Tile);
    if (const SplitTable *table = bench.table(m_info.dim)) {
        buildControls(bench, grid, row + 1, parent);
        buildSplit(*table, bench, grid, row, parent);
        return;
    }
    auto *none = new QLabel(!m_info.range.isInteger()  ? tr("symbolic: cannot be split")
                            : bench.whyNot().isEmpty() ? tr("nothing to split")
                                                       : tr("cannot be tried"),
                            parent);
    none->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(none, row, Strip);
}

void BenchRow::buildControls(const BenchState &bench, QGridLayout *grid, int row, QWidget *parent)
{
    auto *controls = new QLabel(parent);
    controls->setFont(smallFont(controls->font()));
    controls->setForegroundRole(QPalette::PlaceholderText);
    const QString text = bench.controlsText(m_info.dim);
    controls->setToolTip(tr("Coordinates this dim controls: %1").arg(text));
    controls->setAccessibleName(tr("Controlled by dim %1").arg(m_info.dim.index));
    controls->setAccessibleDescription(controls->toolTip());
    constexpr int kCharacters = 25;
    const int room = controls->fontMetrics().averageCharWidth() * kCharacters;
    controls->setText(controls->fontMetrics().elidedText(text, Qt::ElideRight, room));
    grid->addWidget(controls, row, Dim, 1, Symbol - Dim + 1, Qt::AlignRight | Qt::AlignTop);
}

void BenchRow::buildSplit(const SplitTable &table, const BenchState &bench, QGridLayout *grid, int row, QWidget *parent)
{
    m_strip = new DivisorStrip(parent);
    m_strip->setTable(table, bench.rules());
    m_strip->setPlanned(bench.planned().empty() ? 0 : splitOf(bench.planned(), m_info.dim));
    m_split = new QLineEdit(parent);
    m_split->setFixedWidth(m_split->fontMetrics().horizontalAdvance(QStringLiteral("99999")) + 12);
    m_split->setAlignment(Qt::AlignRight);
    m_split->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,18}")), m_split));
    m_split->setAccessibleName(tr("Split of dim %1").arg(m_info.dim.index));
    m_split->setToolTip(tr("Number of equal tiles; Enter takes it"));
    grid->addWidget(m_strip, row, Strip, 2, 1);
    grid->addWidget(m_split, row, Split);
    connect(m_strip, &DivisorStrip::countChosen, this, [this](Int count) { emit splitChosen(m_info.dim, count); });
    connect(m_strip, &DivisorStrip::rowWanted, this, &BenchRow::neighbourWanted);
    connect(m_split, &QLineEdit::editingFinished, this, [this] {
        if (m_split->isModified() && !m_split->text().isEmpty()) {
            m_split->setModified(false);
            emit splitChosen(m_info.dim, m_split->text().toLongLong());
        }
    });
    m_strip->installEventFilter(this);
    m_split->installEventFilter(this);
}

void BenchRow::refresh(const BenchState &bench)
{
    const Int split = splitOf(bench.splits(), m_info.dim);
    const QString alias = qs(aliasOf(bench.aliases(), m_info.dim));
    if (m_alias->text() != alias) {
        m_alias->setText(alias);
    }
    if (m_strip != nullptr) {
        m_strip->setDimName(alias.isEmpty() ? tr("dim %1").arg(m_info.dim.index)
                                            : tr("%1 (dim %2)").arg(alias).arg(m_info.dim.index));
        m_strip->setCurrent(split);
        m_split->setText(QString::number(split));
    }
    if (m_info.range.isInteger()) {
        const Int range = m_info.range.value;
        m_tile->setText(range % split == 0 ? qs(grouped(range / split)) : tr("none"));
        m_tile->setToolTip(tr("Elements of this dim in one tile"));
    }
}

void BenchRow::setMarked(bool marked)
{
    QFont font = m_name->font();
    font.setBold(marked);
    m_name->setFont(font);
    m_name->setBackgroundRole(marked ? QPalette::Highlight : QPalette::Window);
    m_name->setForegroundRole(marked ? QPalette::HighlightedText : QPalette::WindowText);
    m_name->setAutoFillBackground(marked);
}

bool BenchRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::Enter) {
        emit pointedAt(m_info.dim);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace spanscope::ui
