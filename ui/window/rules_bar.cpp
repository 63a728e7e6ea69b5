#include "ui/window/rules_bar.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

namespace spanscope::ui {

RulesBar::RulesBar(Workspace &workspace, UserEdits &edits, QWidget *parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_edits(edits)
    , m_preset(new QComboBox(this))
    , m_limit(new QLineEdit(this))
    , m_differences(new QToolButton(this))
{
    setAccessibleName(tr("Rules in force"));
    for (const std::string &name : presetNames()) {
        m_preset->addItem(qs(name));
    }
    m_preset->setAccessibleName(tr("Rules preset"));
    m_preset->setToolTip(tr("Whose decisions are reproduced"));
    m_preset->setStatusTip(m_preset->toolTip());
    m_limit->setAccessibleName(tr("Span limit"));
    m_limit->setStatusTip(tr("Limit of one span: bytes, or with KiB, MiB, GiB; empty for that of the rules"));
    m_limit->setFixedWidth(m_limit->fontMetrics().averageCharWidth() * 28);
    m_differences->setAutoRaise(true);
    m_differences->setAccessibleName(tr("Differences from the preset"));
    auto *presetLabel = new QLabel(tr("&Rules"), this);
    presetLabel->setBuddy(m_preset);
    auto *limitLabel = new QLabel(tr("&Limit"), this);
    limitLabel->setBuddy(m_limit);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(6);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{presetLabel, m_preset, limitLabel, m_limit, m_differences}) {
        layout->addWidget(widget);
    }
    connect(m_preset, &QComboBox::textActivated, &edits, &UserEdits::setPreset);
    connect(m_limit, &QLineEdit::editingFinished, this, &RulesBar::takeLimit);
    connect(m_differences, &QToolButton::clicked, this, &RulesBar::moreWanted);
    connect(&workspace, &Workspace::summaryChanged, this, &RulesBar::refresh);
    connect(&workspace, &Workspace::rulesChanged, this, &RulesBar::refresh);
    refresh();
}

void RulesBar::takeLimit()
{
    if (!m_limit->isModified()) {
        return;
    }
    m_limit->setModified(false);
    const QString text = m_limit->text().trimmed();
    if (text.isEmpty()) {
        m_edits.setLimit(std::nullopt);
    } else if (const auto bytes = parseBytes(text.section(u'=', 0, 0).trimmed().remove(u',').toStdString())) {
        m_edits.setLimit(*bytes);
    } else {
        m_workspace.tell({Message::Level::Warning,
                          tr("\"%1\" is no size. Write 256MiB, 268435456 or 0x10000000.").arg(text),
                          {},
                          {}});
    }
    refresh();
}

void RulesBar::refresh()
{
    const RuleChoice &choice = m_workspace.undo().state().rules;
    const Document *doc = m_workspace.documents().current();
    const auto rules = rulesFor(choice, doc != nullptr ? doc->graph()->config.maxSpanBytes : std::nullopt);
    if (!rules) {
        return;
    }
    const QSignalBlocker blocker(m_preset);
    m_preset->setCurrentText(qs(rules->rules.preset));
    const Int limit = rules->rules.maxSpanBytes;
    m_limit->setText(QStringLiteral("%1 = %2 B").arg(qs(humanBytes(limit)), qs(grouped(limit))));
    m_limit->setCursorPosition(0);
    m_limit->setToolTip(qs(limitSentence(*rules)));
    QStringList differences;
    for (const std::string &difference : differencesFromPreset(rules->rules)) {
        differences << qs(difference);
    }
    m_differences->setText(differences.isEmpty() ? tr("All rules")
                                                 : tr("%n changed", nullptr, static_cast<int>(differences.size())));
    const QString tip =
        differences.isEmpty() ? tr("Every limit and cap; none differs from the preset") : differences.join(u'\n');
    m_differences->setToolTip(tip);
    m_differences->setAccessibleDescription(tip);
    m_differences->setStatusTip(differences.join(QStringLiteral(", ")));
}

} // namespace spanscope::ui
