#include "ui/window/file_dialogs.h"

#include "ui/session/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace spanscope::ui {

PathChooser fileDialogs(QWidget *parent, Settings &settings)
{
    PathChooser chooser;
    chooser.openFiles = [parent, &settings](const QString &title, const QString &filters) {
        const QStringList files = QFileDialog::getOpenFileNames(parent, title, settings.lastFolder(),
                                                                filters + QStringLiteral(";;All files (*)"));
        if (!files.isEmpty()) {
            settings.setLastFolder(QFileInfo(files.front()).absolutePath());
        }
        return files;
    };
    chooser.saveFile = [parent, &settings](const QString &title, const QString &suggestion, const QString &filters) {
        const QString folder = settings.lastFolder().isEmpty() ? QDir::currentPath() : settings.lastFolder();
        const QString file = QFileDialog::getSaveFileName(parent, title, folder + u'/' + suggestion, filters);
        if (!file.isEmpty()) {
            settings.setLastFolder(QFileInfo(file).absolutePath());
        }
        return file;
    };
    return chooser;
}

} // namespace spanscope::ui
