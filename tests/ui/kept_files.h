#pragma once
/// Numbered versions of everything the window writes, so that a reader can tell which one lies on disk.

#include "ui/session/session_file.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace spanscope::ui {

inline constexpr int kVersions = 60; ///< numbers run from 0 to kVersions - 1

[[nodiscard]] SessionData numberedSession(int number);
/// nullopt: not one of the above.
[[nodiscard]] std::optional<int> numberOf(const SessionData &session);

/// In the order in which one round writes them.
[[nodiscard]] QStringList keptFiles();

/// Writes version `number` of every file into a folder, one after another. False: one could not be written.
[[nodiscard]] bool writeVersion(const QString &folder, int number);

/// Which version a file holds, when it holds a whole one; nullopt: it is missing, cut off or mixed.
[[nodiscard]] std::optional<int> versionOf(const QString &folder, const QString &file);

} // namespace spanscope::ui
