#include "ui/panels/pressure_panel.h"

#include "core/exporters/document.h"
#include "core/text/sentences.h"
#include "ui/models/rows_model.h"
#include "ui/models/text.h"
#include "ui/panels/appearance_delegate.h"
#include "ui/panels/table_view.h"
#include "ui/plots/pressure_plot.h"
#include "ui/session/settings.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

QToolButton *switchButton(const QString &text, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setStatusTip(tip);
    button->setAccessibleName(text);
    button->setAccessibleDescription(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    return button;
}

} // namespace

PressurePanel::PressurePanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("pressure"), tr("Pressure"),
            tr("One bar for each device coordinate of the output and of every read, against the limit. Filled: under "
               "the splits on the bench. Outline: without splits."),
            context, parent)
    , m_rows(new RowsModel(this))
{
    build();
    connectParts();
    refreshSwitches();
    refreshTitle();
    refreshRows();
}

QWidget *PressurePanel::focusTarget()
{
    return m_pages->currentWidget();
}

void PressurePanel::build()
{
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::RichText);
    m_title->setAccessibleName(tr("Selected operation"));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_origin = new QLabel(this);
    m_origin->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_origin->setForegroundRole(QPalette::PlaceholderText);

    m_plot = new PressurePlot(this);
    m_table = new TableView(tr("Spans"), accessibleDescription(), this);
    m_table->setModel(m_rows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegateForColumn(
        RowsModel::State, new AppearanceDelegate(
                              [](const QModelIndex &index, const QPalette &palette) -> std::optional<Appearance> {
                                  return appearance(static_cast<SpanState>(index.data(StateRole).toInt()), palette);
                              },
                              m_table));
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_plot);
    m_pages->addWidget(m_table);

    m_readout = new QLabel(this);
    m_readout->setFrameShape(QFrame::StyledPanel);
    m_readout->setWordWrap(true);
    m_readout->setMargin(4);
    m_readout->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_readout->setAccessibleName(tr("Arithmetic of the span"));
    m_readout->setMinimumHeight(3 * fontMetrics().lineSpacing() + 12); // longer ones must not move the plot

    auto *top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(buildSwitches());
    auto *box = new QVBoxLayout(this);
    box->setContentsMargins(8, 6, 8, 6);
    box->setSpacing(4);
    box->addLayout(top);
    box->addWidget(m_origin);
    box->addWidget(m_pages, 1);
    box->addWidget(m_readout);
}

QWidget *PressurePanel::buildSwitches()
{
    auto *row = new QWidget(this);
    m_bytes = switchButton(tr("Bytes"), tr("Write spans in bytes instead of KiB, MiB, GiB"), row);
    m_logarithmic = switchButton(tr("log2"), tr("Logarithmic axis: each step doubles the span"), row);
    m_tableSwitch = switchButton(tr("Table"), tr("Show the same figures as a table"), row);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (QToolButton *button : {m_bytes, m_logarithmic, m_tableSwitch}) {
        layout->addWidget(button);
    }
    return row;
}

void PressurePanel::connectParts()
{
    Settings &settings = workspace().settings();
    Selection &selection = workspace().selection();
    connect(m_bytes, &QToolButton::toggled, this,
            [&settings](bool on) { settings.setByteUnits(on ? ByteUnits::Bytes : ByteUnits::Binary); });
    connect(m_logarithmic, &QToolButton::toggled, &settings, &Settings::setLogarithmicAxis);
    connect(m_plot, &PressurePlot::logarithmicChanged, &settings, &Settings::setLogarithmicAxis);
    connect(&settings, &Settings::byteUnitsChanged, this, &PressurePanel::refreshSwitches);
    connect(&settings, &Settings::logarithmicAxisChanged, this, &PressurePanel::refreshSwitches);
    connect(m_tableSwitch, &QToolButton::toggled, this, [this](bool on) { m_pages->setCurrentIndex(on ? 1 : 0); });
    connect(m_plot, &PressurePlot::readoutChanged, m_readout, &QLabel::setText);
    connect(m_plot, &PressurePlot::rowSelected, &selection, &Selection::setRow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [&selection](const QModelIndex &index) {
                if (index.isValid()) {
                    selection.setRow(index.row());
                }
            });
    connect(&selection, &Selection::rowChanged, this, [this](int row) {
        m_plot->setSelectedRow(row);
        if (row >= 0) {
            m_table->setCurrentIndex(m_rows->index(row, 0));
        }
        m_readout->setText(m_plot->readout());
    });
    connect(&selection, &Selection::dimChanged, this, [this, &selection] { m_plot->highlightDim(selection.dim()); });
    connect(&workspace().bench(), &BenchState::opChanged, this, &PressurePanel::refreshTitle);
    connect(&workspace().bench(), &BenchState::splitsChanged, this, &PressurePanel::refreshRows);
}

void PressurePanel::refreshSwitches()
{
    const Settings &settings = workspace().settings();
    m_bytes->setChecked(settings.byteUnits() == ByteUnits::Bytes);
    m_logarithmic->setChecked(settings.logarithmicAxis());
    m_plot->setByteUnits(settings.byteUnits());
    m_plot->setLogarithmic(settings.logarithmicAxis());
    m_rows->setByteUnits(settings.byteUnits());
}

void PressurePanel::refreshTitle()
{
    const BenchState &bench = workspace().bench();
    if (bench.isEmpty()) {
        m_title->setText(tr("No operation is selected"));
        m_origin->clear();
        m_plot->setTitle({});
        return;
    }
    const auto index = static_cast<std::size_t>(bench.op());
    const Operation &op = bench.result()->graph->operations.at(index);
    QString rest = qs(assumedOperation(*bench.result()->graph, index));
    if (op.layout) {
        rest += QStringLiteral("   ") + qs(outputShapeText(op)) + QStringLiteral("   ") + qs(op.layout->dtype);
    }
    m_title->setText(QStringLiteral("<b>%1</b>&nbsp;&nbsp; %2").arg(qs(op.name).toHtmlEscaped(), rest.toHtmlEscaped()));
    const QString origin = qs(op.origin.source) + QStringLiteral("   ") + qs(op.origin.code);
    m_origin->setText(fontMetrics().elidedText(origin.simplified(), Qt::ElideRight, 900));
    m_origin->setToolTip(origin.trimmed());
    m_origin->setVisible(!origin.trimmed().isEmpty());
    m_plot->setTitle(qs(op.name) + u' ' + rest.simplified());
}

void PressurePanel::refreshRows()
{
    const BenchState &bench = workspace().bench();
    if (bench.isEmpty()) {
        m_plot->clear();
        m_rows->clear();
        m_readout->clear();
        return;
    }
    const Int limit = bench.rules().maxSpanBytes;
    m_plot->setRows(bench.current(), bench.untiled(), limit);
    m_rows->setAudits(bench.current(), bench.untiled(), limit, bench.result()->graph->sencores());
    m_table->fitColumns();
    m_readout->setText(m_plot->readout());
}

bool PressurePanel::hasPicture() const
{
    return !workspace().bench().isEmpty();
}

bool PressurePanel::exportPicture(const QString &path, QString *error)
{
    return m_plot->exportTo(path, error);
}

QString PressurePanel::readout() const
{
    return m_readout->text();
}

void PressurePanel::showTable(bool on)
{
    m_tableSwitch->setChecked(on);
}

} // namespace spanscope::ui
