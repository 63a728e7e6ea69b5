#include "ui/panels/verdict_panel.h"

#include "core/text/sentences.h"
#include "ui/models/fits_model.h"
#include "ui/models/rejections_model.h"
#include "ui/models/residuals_model.h"
#include "ui/models/text.h"
#include "ui/panels/table_view.h"
#include "ui/panels/verdict_banner.h"
#include "ui/theme/fonts.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace spanscope::ui {

namespace {

/// The first clause of a headline that begins with the verdict's word, and what follows it.
std::pair<QString, QString> splitHeadline(const QString &headline, const QString &word)
{
    const qsizetype end = headline.indexOf(QStringLiteral(". "));
    if (!headline.startsWith(word) || end < 0) {
        return {word, headline};
    }
    constexpr qsizetype kLongestBold = 40;
    if (end > kLongestBold && headline.mid(word.size()).startsWith(QStringLiteral(": "))) {
        const QString rest = headline.mid(word.size() + 2);
        return {word, rest};
    }
    return {headline.left(end), headline.mid(end + 2)};
}

/// Rich text with a little room between paragraphs; their text is rich already.
QString paragraphs(const QStringList &lines)
{
    const QString begin = QStringLiteral("<p style=\"margin:0 0 4px 0\">");
    return lines.isEmpty() ? QString() : begin + lines.join(QStringLiteral("</p>") + begin) + QStringLiteral("</p>");
}

QString plainParagraphs(const QStringList &lines)
{
    QStringList escaped;
    for (const QString &line : lines) {
        escaped << line.toHtmlEscaped();
    }
    return paragraphs(escaped);
}

} // namespace

VerdictPanel::VerdictPanel(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("verdict"), tr("Verdict"),
            tr("What the compiler decides about the selected operation and why, what would fit, and which spans stay "
               "over the limit whatever was decided."),
            context, parent)
    , m_fits(new FitsModel(this))
    , m_rejections(new RejectionsModel(this))
    , m_residuals(new ResidualsModel(this))
{
    build();
    connectParts();
    refreshVerdict();
    refreshDetails();
    refreshBench();
}

QWidget *VerdictPanel::focusTarget()
{
    return m_fitTable->isHidden() ? static_cast<QWidget *>(m_numbers) : m_fitTable;
}

bool VerdictPanel::isSettled() const
{
    return workspace().selection().op() < 0 || workspace().details() != nullptr;
}

QPlainTextEdit *VerdictPanel::textBox(const QString &name)
{
    auto *box = new QPlainTextEdit(this);
    box->setReadOnly(true);
    box->setTabChangesFocus(true);
    box->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    box->setAccessibleName(name);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return box;
}

QLabel *VerdictPanel::wrappedText(const QString &name)
{
    auto *label = new QLabel(this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(name);
    return label;
}

void VerdictPanel::addSection(QVBoxLayout *box, QLabel **title, const QString &text, QWidget *content)
{
    *title = new QLabel(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()), this);
    (*title)->setBuddy(content);
    box->addSpacing(4);
    box->addWidget(*title);
    box->addWidget(content);
}

void VerdictPanel::buildTables()
{
    m_fitTable =
        new TableView(tr("What would fit"),
                      tr("The cheapest splits that clear the spans. Enter or a click puts one on the bench."), this);
    m_fitTable->setObjectName(QStringLiteral("fitsTable"));
    m_fitTable->setModel(m_fits);
    m_fitTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_fitTable->followContent(8);
    m_rejectionTable = new TableView(
        tr("Refused"), tr("What the planner refused or passed over, by rule. Enter puts a refused split on the bench."),
        this);
    m_rejectionTable->setObjectName(QStringLiteral("rejectionsTable"));
    m_rejectionTable->setModel(m_rejections);
    m_rejectionTable->setRootIsDecorated(true);
    m_rejectionTable->setIndentation(14);
    m_rejectionTable->followContent(12);
    // The dock is narrow.
    constexpr double kSmaller = 0.84;
    for (TableView *table : {m_fitTable, m_rejectionTable}) {
        table->header()->setStretchLastSection(true);
        table->header()->setMinimumSectionSize(24);
        table->setFont(scaledFont(table->font(), kSmaller));
        table->header()->setFont(table->font());
    }
    m_rejectionTable->setColumnHidden(RejectionsModel::Rule, true); // a tooltip and a menu away
}

void VerdictPanel::build()
{
    auto *page = new QWidget;
    // As wide as the dock, however narrow: text wraps, tables scroll.
    page->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *box = new QVBoxLayout(page);
    box->setContentsMargins(8, 6, 8, 8);
    box->setSpacing(4);
    m_verdict = new VerdictBanner(tr("Verdict"), page);
    m_onBench = new VerdictBanner(tr("On the bench"), page);
    box->addWidget(m_verdict);
    box->addSpacing(2);
    box->addWidget(m_onBench);
    buildTables();
    m_residualText = wrappedText(tr("Residual risk"));
    m_residualText->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::LinksAccessibleByKeyboard);
    m_nextText = wrappedText(tr("Next step"));
    m_nextText->setTextFormat(Qt::PlainText);
    m_reportedText = wrappedText(tr("What the log reports"));
    m_inferredText = wrappedText(tr("What was inferred"));
    for (QLabel *label : {m_residualText, m_reportedText, m_inferredText}) {
        label->setTextFormat(Qt::RichText);
    }
    m_compilerText = textBox(tr("What the compiler would print"));
    m_numbers = textBox(tr("Numbers of the operation"));
    m_numbers->setLineWrapMode(QPlainTextEdit::NoWrap);
    addSection(box, &m_nextTitle, tr("Next step"), m_nextText);
    addSection(box, &m_fitTitle, tr("What would fit"), m_fitTable);
    addSection(box, &m_residualTitle, tr("Residual risk"), m_residualText);
    addSection(box, &m_rejectionTitle, tr("Refused and passed over"), m_rejectionTable);
    addSection(box, &m_compilerTitle, tr("The compiler would print"), m_compilerText);
    addSection(box, &m_reportedTitle, tr("Reported"), m_reportedText);
    addSection(box, &m_inferredTitle, tr("Inferred, not told"), m_inferredText);
    addSection(box, &m_numbersTitle, tr("Numbers"), m_numbers);
    box->addStretch(1);

    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

void VerdictPanel::connectParts()
{
    const auto putFit = [this](const QModelIndex &index) { edits().setSplits(m_fits->levels(index)); };
    connect(m_fitTable, &QAbstractItemView::activated, this, putFit);
    connect(m_fitTable, &QAbstractItemView::clicked, this, putFit);
    connect(m_rejectionTable, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const auto levels = m_rejections->levels(index)) {
            edits().setSplits(*levels);
        } else if (!index.parent().isValid()) {
            m_rejectionTable->setExpanded(index.siblingAtColumn(0),
                                          !m_rejectionTable->isExpanded(index.siblingAtColumn(0)));
        }
    });
    connect(m_residualText, &QLabel::linkActivated, this, &VerdictPanel::openLink);
    const BenchState &bench = workspace().bench();
    connect(&bench, &BenchState::opChanged, this, &VerdictPanel::refreshVerdict);
    connect(&bench, &BenchState::splitsChanged, this, &VerdictPanel::refreshBench);
    connect(&bench, &BenchState::namesChanged, this, &VerdictPanel::refreshDetails);
    connect(&workspace(), &Workspace::detailsChanged, this, &VerdictPanel::refreshDetails);
}

void VerdictPanel::changeEvent(QEvent *event)
{
    Panel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_residualText != nullptr) {
        // Rich text keeps the link colour of the theme it was set in.
        m_residualText->clear();
        refreshResiduals();
    }
}

void VerdictPanel::openLink(const QString &link)
{
    workspace().selection().setOp(link.toInt());
}

void VerdictPanel::refreshVerdict()
{
    const BenchState &bench = workspace().bench();
    if (bench.isEmpty()) {
        m_verdict->show([](const QPalette &palette) { return appearance(Verdict::Skipped, palette); },
                        tr("No operation is selected"), {});
        m_numbers->clear();
        return;
    }
    const auto op = static_cast<std::size_t>(bench.op());
    const Verdict verdict = verdictOf(*bench.result(), op);
    m_verdict->show([verdict](const QPalette &palette) { return appearance(verdict, palette); },
                    qs(verdictWord(verdict)), qs(shortReason(*bench.result(), op)));
    constexpr int kMostLines = 24;
    setText(m_numbers, opNumbers(*bench.result()->graph, op), kMostLines);
}

void VerdictPanel::refreshDetails()
{
    const OpDetailsPtr &details = workspace().details();
    const bool waiting = !details && workspace().selection().op() >= 0;
    if (waiting) {
        return; // what is shown stays for the few milliseconds until the next
    }
    const DimAliases &aliases = workspace().bench().aliases();
    m_fits->setDetails(details, details ? details->result->rules.rules : Rules{}, aliases);
    m_rejections->setDetails(details, aliases);
    m_residuals->setDetails(details);
    m_fitTable->fitColumns(150, 0);
    m_fitTable->header()->resizeSection(FitsModel::OutsideOf, m_fitTable->header()->minimumSectionSize()); // the rest
    m_rejectionTable->fitColumns(150, 0);
    // Rules span the whole row; of what hangs below them only the widest matters.
    m_rejectionTable->header()->resizeSection(
        RejectionsModel::What, m_rejectionTable->fontMetrics().horizontalAdvance(QStringLiteral("M dim 0 / 49,216")));
    for (int row = 0; row < m_rejections->rowCount(); ++row) {
        m_rejectionTable->setFirstColumnSpanned(row, {}, true);
    }
    if (details) {
        const Verdict verdict = verdictOf(*details->result, details->opIndex);
        const auto [bold, rest] = splitHeadline(details->headline, qs(verdictWord(verdict)));
        m_verdict->show([verdict](const QPalette &palette) { return appearance(verdict, palette); }, bold, rest);
    }
    const auto show = [](std::initializer_list<QWidget *> widgets, bool on) {
        for (QWidget *widget : widgets) {
            widget->setVisible(on);
        }
    };
    m_nextText->setText(details ? details->nextStep : QString());
    show({m_nextTitle, m_nextText}, !m_nextText->text().isEmpty());
    m_reportedText->setText(details ? plainParagraphs(details->reported) : QString());
    show({m_reportedTitle, m_reportedText}, !m_reportedText->text().isEmpty());
    m_inferredText->setText(details ? plainParagraphs(details->inferred) : QString());
    show({m_inferredTitle, m_inferredText}, !m_inferredText->text().isEmpty());
    show({m_fitTitle, m_fitTable}, m_fits->rowCount() > 0);
    show({m_rejectionTitle, m_rejectionTable}, m_rejections->rowCount() > 0);
    show({m_numbersTitle, m_numbers}, details != nullptr);
    const QString compiler = details ? details->compilerText : QString();
    show({m_compilerTitle, m_compilerText}, !compiler.isEmpty());
    constexpr int kMostLines = 8;
    setText(m_compilerText, compiler, kMostLines);
    refreshResiduals();
}

void VerdictPanel::refreshResiduals()
{
    const OpDetailsPtr &details = workspace().details();
    const int rows = m_residuals->rowCount();
    m_residualTitle->setVisible(rows > 0);
    m_residualText->setVisible(rows > 0);
    if (!details) {
        return;
    }
    const QString title = qs(spansOverTitle(*details->result, details->opIndex));
    m_residualTitle->setText(QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()));
    m_residualText->setAccessibleName(title);
    constexpr int kMost = 12;
    const Graph &graph = *details->result->graph;
    const Verdict verdict = verdictOf(*details->result, details->opIndex);
    const QString glyph = appearance(forbidsCompile(verdict) ? verdict : Verdict::ResidualRisk, palette()).glyph;
    QStringList lines;
    for (int row = 0; row < std::min(rows, kMost); ++row) {
        const Residual &residual = details->residuals.at(static_cast<std::size_t>(row));
        const QString sentence = m_residuals->sentence(row).toHtmlEscaped();
        const QString reader = residual.opIndex == details->opIndex
                                   ? QString()
                                   : QStringLiteral("<a href=\"%1\">%2</a>: ")
                                         .arg(residual.opIndex)
                                         .arg(qs(graph.operations.at(residual.opIndex).name).toHtmlEscaped());
        lines << glyph + QStringLiteral(" ") + reader + sentence;
    }
    if (rows > kMost) {
        lines << tr("and %1 more").arg(rows - kMost);
    }
    m_residualText->setText(paragraphs(lines));
}

void VerdictPanel::refreshBench()
{
    const BenchState &bench = workspace().bench();
    m_onBench->setVisible(!bench.isEmpty() && !bench.splits().empty());
    if (bench.isEmpty()) {
        return;
    }
    const SpanState state = bench.current().anyOver()    ? SpanState::Over
                            : bench.current().hasUnknown ? SpanState::Unknown
                                                         : SpanState::Fits;
    const bool good = state == SpanState::Fits;
    m_onBench->show(
        [state, good](const QPalette &palette) {
            return good ? appearance(Verdict::Planned, palette) : appearance(state, palette);
        },
        tr("On the bench: %1").arg(qs(levelsText(bench.splits(), bench.aliases()))), bench.sentence());
}

void VerdictPanel::setText(QPlainTextEdit *box, const QString &text, int mostLines)
{
    box->setPlainText(text);
    const int lines = std::clamp(static_cast<int>(text.count(u'\n')) + 1, 1, mostLines);
    const bool wraps = box->lineWrapMode() != QPlainTextEdit::NoWrap;
    const int shown = wraps ? std::min(mostLines, lines + static_cast<int>(text.size()) / 40) : lines;
    constexpr int kRoom = 26; // document margins and a horizontal scroll bar
    box->setFixedHeight(shown * box->fontMetrics().lineSpacing() + kRoom);
}

} // namespace spanscope::ui
