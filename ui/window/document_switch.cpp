#include "ui/window/document_switch.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace spanscope::ui {

DocumentSwitch::DocumentSwitch(Workspace &workspace, QWidget *parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_box(new QComboBox(this))
{
    setAccessibleName(tr("Open graphs"));
    m_box->setAccessibleName(tr("Open graph"));
    m_box->setToolTip(tr("The graph that the window shows"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(18);
    auto *label = new QLabel(tr("&Graph"), this);
    label->setBuddy(m_box);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->addWidget(label);
    layout->addWidget(m_box);
    connect(m_box, &QComboBox::activated, this,
            [this](int index) { m_workspace.documents().setCurrent(m_box->itemData(index).toInt()); });
    connect(&workspace.documents(), &DocumentStore::documentsChanged, this, &DocumentSwitch::refill);
    connect(&workspace.documents(), &DocumentStore::currentChanged, this, &DocumentSwitch::follow);
}

void DocumentSwitch::refill()
{
    const QSignalBlocker blocker(m_box);
    m_box->clear();
    for (const Document &doc : m_workspace.documents().documents()) {
        m_box->addItem(doc.title(), doc.id);
    }
    follow();
    emit wanted(m_box->count() > 1);
}

void DocumentSwitch::follow()
{
    const QSignalBlocker blocker(m_box);
    m_box->setCurrentIndex(m_box->findData(m_workspace.documents().currentId()));
}

} // namespace spanscope::ui
