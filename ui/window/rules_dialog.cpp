#include "ui/window/rules_dialog.h"

#include "ui/models/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

std::optional<Int> numberIn(const QLineEdit *line)
{
    return parseBytes(line->text().trimmed().toStdString());
}

std::optional<Int> unlessSame(const QLineEdit *line, Int preset)
{
    const auto number = numberIn(line);
    return number && *number != preset ? number : std::nullopt;
}

} // namespace

RulesDialog::RulesDialog(const RuleChoice &choice, QWidget *parent)
    : QDialog(parent)
    , m_initial(choice)
    , m_preset(new QComboBox(this))
    , m_limit(new QLineEdit(this))
    , m_tileDims(new QLineEdit(this))
    , m_splitsPerDim(new QLineEdit(this))
    , m_combos(new QLineEdit(this))
    , m_autoSplit(new QLineEdit(this))
    , m_join(new QCheckBox(tr("Reductions may join a group"), this))
    , m_twice(new QCheckBox(tr("Validation divides ranges twice"), this))
    , m_problem(new QLabel(this))
{
    setWindowTitle(tr("Rules"));
    for (const std::string &name : presetNames()) {
        m_preset->addItem(qs(name));
    }
    m_twice->setToolTip(tr("A fault of an older compiler, kept here to reproduce its decisions"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Preset"), m_preset);
    form->addRow(tr("Span &limit"), m_limit);
    form->addRow(tr("Dims tiled at &once"), m_tileDims);
    form->addRow(tr("Splits kept for a &dim"), m_splitsPerDim);
    form->addRow(tr("&Combos tried"), m_combos);
    form->addRow(tr("Largest &automatic split"), m_autoSplit);
    form->addRow(QString(), m_join);
    form->addRow(QString(), m_twice);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *back = buttons->addButton(tr("As the preset"), QDialogButtonBox::ResetRole);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_problem->setWordWrap(true);
    auto *box = new QVBoxLayout(this);
    box->addLayout(form);
    box->addWidget(m_problem);
    box->addWidget(buttons);

    if (choice.preset) {
        m_preset->setCurrentText(qs(*choice.preset));
    }
    showPreset();
    const Rules rules = rulesFor(choice, std::nullopt).value_or(RulesInForce{}).rules;
    m_limit->setText(QString::number(rules.maxSpanBytes));
    m_tileDims->setText(QString::number(rules.maxTileDims));
    m_splitsPerDim->setText(QString::number(rules.maxSplitsPerDim));
    m_combos->setText(QString::number(rules.maxTileCombos));
    m_autoSplit->setText(QString::number(rules.maxAutoSplit));
    m_join->setChecked(rules.reductionJoin);
    m_twice->setChecked(rules.validationDividesTwice);

    connect(m_preset, &QComboBox::activated, this, &RulesDialog::showPreset);
    connect(back, &QPushButton::clicked, this, &RulesDialog::showPreset);
    for (QLineEdit *line : {m_limit, m_tileDims, m_splitsPerDim, m_combos, m_autoSplit}) {
        connect(line, &QLineEdit::textChanged, this, &RulesDialog::check);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::accepted, this, [this] { emit chosen(this->choice()); });
    check();
}

Rules RulesDialog::preset() const
{
    return presetRules(m_preset->currentText().toStdString()).value_or(Rules{});
}

void RulesDialog::showPreset()
{
    const Rules rules = preset();
    m_limit->setText(QString::number(rules.maxSpanBytes));
    m_tileDims->setText(QString::number(rules.maxTileDims));
    m_splitsPerDim->setText(QString::number(rules.maxSplitsPerDim));
    m_combos->setText(QString::number(rules.maxTileCombos));
    m_autoSplit->setText(QString::number(rules.maxAutoSplit));
    m_join->setChecked(rules.reductionJoin);
    m_twice->setChecked(rules.validationDividesTwice);
}

void RulesDialog::check()
{
    bool good = true;
    for (const QLineEdit *line : {m_limit, m_tileDims, m_splitsPerDim, m_combos, m_autoSplit}) {
        good = good && numberIn(line).has_value();
    }
    m_problem->setText(good ? QString() : tr("Every entry is a positive number; the limit may have KiB, MiB or GiB."));
    m_accept->setEnabled(good);
}

RuleChoice RulesDialog::choice() const
{
    const Rules rules = preset();
    RuleChoice out;
    // The preset counts as chosen only when somebody chose it: else a graph's own limit goes first.
    const bool chosenNow = m_preset->currentText() != qs(Rules{}.preset);
    if (m_initial.preset || chosenNow) {
        out.preset = m_preset->currentText().toStdString();
    }
    out.maxSpanBytes = m_initial.maxSpanBytes ? numberIn(m_limit) : unlessSame(m_limit, rules.maxSpanBytes);
    out.maxTileDims = unlessSame(m_tileDims, rules.maxTileDims);
    out.maxSplitsPerDim = unlessSame(m_splitsPerDim, rules.maxSplitsPerDim);
    out.maxTileCombos = unlessSame(m_combos, rules.maxTileCombos);
    out.maxAutoSplit = unlessSame(m_autoSplit, rules.maxAutoSplit);
    if (m_join->isChecked() != rules.reductionJoin) {
        out.reductionJoin = m_join->isChecked();
    }
    if (m_twice->isChecked() != rules.validationDividesTwice) {
        out.validationDividesTwice = m_twice->isChecked();
    }
    return out;
}

} // namespace spanscope::ui
