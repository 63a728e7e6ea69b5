#pragma once
/// The command line of the window.

#include "ui/models/levels_type.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace spanscope {

struct StartOptions
{
    QStringList files;
    QString rules;
    QString op;
    ui::Levels splits;
    QString screenshot;
    QSize size{1280, 800};
    QString theme;
    QString tab;
    bool comboMap = false;
};

/// What came of reading the command line. `text` is printed and the program ends with `exitCode`
/// unless `start` is true.
struct StartResult
{
    bool start = false;
    StartOptions options;
    QString text;
    int exitCode = 0;
};

[[nodiscard]] StartResult readCommandLine(const QStringList &arguments);

} // namespace spanscope
