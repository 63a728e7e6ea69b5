#include "ui/window/help_viewer.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace spanscope::ui {

HelpViewer::HelpViewer(QWidget *parent)
    : QDialog(parent)
    , m_browser(new QTextBrowser(this))
{
    setWindowTitle(tr("SpanScope Help"));
    m_browser->setAccessibleName(windowTitle());
    m_browser->setSearchPaths({QStringLiteral(":/help")});
    m_browser->setOpenExternalLinks(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *back = buttons->addButton(tr("Back"), QDialogButtonBox::ActionRole);
    QPushButton *home = buttons->addButton(tr("Contents"), QDialogButtonBox::ActionRole);
    back->setEnabled(false);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(back, &QPushButton::clicked, m_browser, &QTextBrowser::backward);
    connect(home, &QPushButton::clicked, this, [this] { showTopic(QStringLiteral("index")); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *box = new QVBoxLayout(this);
    box->addWidget(m_browser);
    box->addWidget(buttons);
    resize(720, 640);
}

void HelpViewer::showTopic(const QString &topic)
{
    const QString url = topic == QStringLiteral("index") ? QStringLiteral("qrc:/help/index.html")
                                                         : QStringLiteral("qrc:/help/window.html#") + topic;
    m_browser->setSource(QUrl(url));
    show();
    raise();
    activateWindow();
}

} // namespace spanscope::ui
