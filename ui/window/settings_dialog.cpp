#include "ui/window/settings_dialog.h"

#include "ui/session/settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSpinBox>
#include <QVBoxLayout>

namespace spanscope::ui {

SettingsDialog::SettingsDialog(Settings &settings, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *theme = new QComboBox(this);
    theme->addItem(tr("As the system"), QStringLiteral("system"));
    theme->addItem(tr("Light"), QStringLiteral("light"));
    theme->addItem(tr("Dark"), QStringLiteral("dark"));
    theme->setCurrentIndex(theme->findData(settings.theme()));
    auto *units = new QComboBox(this);
    units->addItems({tr("KiB, MiB, GiB"), tr("Bytes")});
    units->setCurrentIndex(settings.byteUnits() == ByteUnits::Bytes ? 1 : 0);
    auto *logarithmic = new QCheckBox(tr("Logarithmic axis in the pressure plot"), this);
    logarithmic->setChecked(settings.logarithmicAxis());
    auto *reopen = new QCheckBox(tr("Open the last session at the start"), this);
    reopen->setChecked(settings.reopenLast());
    auto *jobs = new QSpinBox(this);
    jobs->setRange(0, 256);
    jobs->setSpecialValueText(tr("one per core"));
    jobs->setValue(settings.jobs());
    auto *form = new QFormLayout;
    form->addRow(tr("&Theme"), theme);
    form->addRow(tr("&Spans in"), units);
    form->addRow(tr("Threads for &analysing"), jobs);
    form->addRow(QString(), logarithmic);
    form->addRow(QString(), reopen);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *box = new QVBoxLayout(this);
    box->addLayout(form);
    box->addWidget(buttons);
    connect(theme, &QComboBox::activated, &settings,
            [&settings, theme](int index) { settings.setTheme(theme->itemData(index).toString()); });
    connect(units, &QComboBox::activated, &settings,
            [&settings](int index) { settings.setByteUnits(index == 1 ? ByteUnits::Bytes : ByteUnits::Binary); });
    connect(logarithmic, &QCheckBox::toggled, &settings, &Settings::setLogarithmicAxis);
    connect(reopen, &QCheckBox::toggled, &settings, &Settings::setReopenLast);
    connect(jobs, &QSpinBox::valueChanged, &settings, &Settings::setJobs);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
}

} // namespace spanscope::ui
