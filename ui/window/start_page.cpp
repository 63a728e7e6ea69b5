#include "ui/window/start_page.h"

#include "ui/theme/colours.h"
#include "ui/window/samples.h"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QVBoxLayout>

namespace spanscope::ui {

namespace {

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()), parent);
    return label;
}

/// A flat button with its text on the left, for lists. No style sheet does this: one would keep the colours of the
/// theme it was made in.
class Entry : public QPushButton
{
public:
    Entry(const QString &text, const QString &tip, QWidget *parent)
        : QPushButton(QString(text).replace(u'&', QStringLiteral("&&")), parent) // a file's name has no key
        , m_text(text)
    {
        setAccessibleName(text);
        setFlat(true);
        setAutoDefault(false);
        setToolTip(tip);
        setStatusTip(tip);
        setCursor(Qt::PointingHandCursor);
        setMinimumWidth(fontMetrics().averageCharWidth() * kFewestChars);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        option.text.clear();
        painter.drawControl(QStyle::CE_PushButton, option);
        const QRect box = rect().adjusted(kPad, 0, -kPad, 0);
        const bool pointedAt = hasFocus() || underMouse();
        if (hasFocus()) {
            painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
        }
        painter.setPen(palette().color(pointedAt ? QPalette::Link : QPalette::ButtonText));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(m_text, Qt::ElideMiddle, box.width()));
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            click();
        } else {
            QPushButton::keyPressEvent(event); // Space; arrows walk through the list
        }
    }

private:
    QString m_text;
    static constexpr int kPad = 6;
    static constexpr int kFewestChars = 16;
};

} // namespace

StartPage::StartPage(Workspace &workspace, QWidget *parent)
    : QWidget(parent)
    , m_workspace(workspace)
{
    setAccessibleName(tr("Start page"));
    auto *page = new QWidget;
    page->setMaximumWidth(1000);
    auto *title = new QLabel(QStringLiteral("<span style=\"font-size:18pt\">%1</span>").arg(tr("SpanScope")), page);
    auto *lead = new QLabel(tr("Open a captured graph, a compile log or generated code, and see which tensor spans too "
                               "much, why no split works, and what would."),
                            page);
    lead->setWordWrap(true);
    m_error = new QLabel(page);
    m_error->setWordWrap(true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_error->setAccessibleName(tr("Last error"));
    auto *box = new QVBoxLayout(page);
    box->setSpacing(12);
    box->addWidget(title);
    box->addWidget(lead);
    box->addWidget(m_error);
    box->addWidget(buildActions());
    box->addWidget(buildLists());
    box->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto *middle = new QWidget;
    auto *row = new QHBoxLayout(middle);
    row->setContentsMargins(24, 24, 24, 24);
    row->addStretch(1);
    row->addWidget(page, 8);
    row->addStretch(1);
    scroll->setWidget(middle);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    connect(&workspace.recentFiles(), &RecentFiles::changed, this, &StartPage::refreshRecent);
    connect(&workspace, &Workspace::messageRaised, this, &StartPage::refreshError);
    refreshRecent();
    refreshError();
}

QWidget *StartPage::buildActions()
{
    auto *frame = new QFrame(this);
    frame->setFrameShape(QFrame::StyledPanel);
    auto *open = new QPushButton(tr("Open files..."), frame);
    auto *paste = new QPushButton(tr("Paste a log"), frame);
    auto *last = new QPushButton(tr("Last session"), frame);
    open->setToolTip(tr("Graphs (.json, .jsonl), logs, output_code.py, sessions (.spanscope)"));
    paste->setToolTip(tr("Take a log, generated code or an expression from the clipboard"));
    last->setToolTip(tr("Open what was open when the window was closed"));
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(paste, &QPushButton::clicked, this, &StartPage::pasteWanted);
    connect(last, &QPushButton::clicked, this, &StartPage::lastSessionWanted);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {open, paste, last}) {
        button->setStatusTip(button->toolTip());
        button->setMinimumHeight(32);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto *drop = new QLabel(tr("or drop files anywhere in this window"), frame);
    drop->setForegroundRole(QPalette::PlaceholderText);
    buttons->addWidget(drop);
    m_expression = new QLineEdit(frame);
    m_expression->setPlaceholderText(QStringLiteral("linear(f16[2,64], f16[1024,64])"));
    m_expression->setAccessibleName(tr("Operations from shapes"));
    m_expression->setToolTip(
        tr("Makes a graph from shapes, with the layouts the compiler gives by default; Enter opens it"));
    connect(m_expression, &QLineEdit::returnPressed, this, &StartPage::openExpression);
    auto *go = new QPushButton(tr("Open"), frame);
    go->setAccessibleName(tr("Open the typed operations"));
    connect(go, &QPushButton::clicked, this, &StartPage::openExpression);
    auto *line = new QHBoxLayout;
    auto *label = new QLabel(tr("&From shapes"), frame);
    label->setBuddy(m_expression);
    line->addWidget(label);
    line->addWidget(m_expression, 1);
    line->addWidget(go);
    auto *box = new QVBoxLayout(frame);
    box->setContentsMargins(12, 12, 12, 12);
    box->setSpacing(10);
    box->addLayout(buttons);
    box->addLayout(line);
    return frame;
}

QWidget *StartPage::buildLists()
{
    auto *lists = new QWidget(this);
    auto *row = new QHBoxLayout(lists);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(24);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    auto *shown = new QVBoxLayout;
    shown->setSpacing(0);
    shown->addWidget(heading(tr("Samples"), lists));
    for (const Sample &sample : samples()) {
        auto *button = new Entry(sample.title, sample.open, lists);
        connect(button, &QPushButton::clicked, this, [this, open = sample.open] { m_workspace.open({open}); });
        shown->addWidget(button);
    }
    shown->addStretch(1);
    row->addLayout(m_recent, 1);
    row->addLayout(shown, 1);
    return lists;
}

void StartPage::refreshRecent()
{
    while (QLayoutItem *item = m_recent->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item; // NOLINT(cppcoreguidelines-owning-memory): takeAt() hands it over
    }
    m_recent->addWidget(heading(tr("Recent files"), this));
    const QStringList paths = m_workspace.recentFiles().paths();
    if (paths.isEmpty()) {
        auto *none = new QLabel(tr("None yet"), this);
        none->setForegroundRole(QPalette::PlaceholderText);
        none->setMargin(6);
        m_recent->addWidget(none);
    }
    for (const QString &path : paths) {
        addRecent(path);
    }
    m_recent->addStretch(1);
}

void StartPage::addRecent(const QString &path)
{
    const bool alive = RecentFiles::isAlive(path);
    const QString name = QFileInfo(path).fileName();
    auto *button = new Entry(alive ? name : tr("%1 is gone: remove it from this list").arg(name), path, this);
    button->setObjectName(alive ? QStringLiteral("recentFile") : QStringLiteral("deadFile"));
    connect(button, &QPushButton::clicked, this, [this, path, alive] {
        if (alive && RecentFiles::isAlive(path)) {
            m_workspace.open({path});
        } else {
            m_workspace.recentFiles().remove(path);
        }
    });
    m_recent->addWidget(button);
}

void StartPage::refreshError()
{
    const QString error = m_workspace.lastError();
    m_error->setVisible(!error.isEmpty());
    const Appearance look = appearance(Verdict::Unsupported, palette());
    m_error->setText(look.glyph + u' ' + error);
    QPalette colours = m_error->palette();
    colours.setColor(QPalette::WindowText, look.text);
    m_error->setPalette(colours);
}

void StartPage::openExpression()
{
    if (const QString text = m_expression->text().trimmed(); !text.isEmpty()) {
        m_workspace.openText(text);
    }
}

void StartPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refreshRecent(); // files may have gone meanwhile
    refreshError();
}

} // namespace spanscope::ui
