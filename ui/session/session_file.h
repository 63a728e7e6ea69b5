#pragma once
/// `.spanscope` files: what is open and everything the user chose about it.

#include "ui/models/user_state.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace spanscope::ui {

/// One open graph as a session remembers it.
struct SessionGraph
{
    QString path; ///< empty for pasted text
    QString text; ///< the pasted text itself
    QByteArray sha256;
    int graphIndex = 0;
    QString selectedOp;
    GraphChoices choices;
};

struct SessionData
{
    std::vector<SessionGraph> graphs;
    int current = 0; ///< index into graphs
    RuleChoice rules;
    bool ignoreSwitches = true;
    QByteArray windowGeometry;
    QByteArray windowState;
};

/// `spyre-span-session` version 1 as indented JSON.
[[nodiscard]] std::string writeSession(const SessionData &session);
/// Throws InputError (JSON pointer or line and column, reason); nothing is half read.
[[nodiscard]] SessionData readSession(const std::string &json, const std::string &file);

/// Whole or not at all. False: *error says why.
bool saveSession(const SessionData &session, const QString &path, QString *error);
/// Throws InputError, also when the file cannot be read.
[[nodiscard]] SessionData loadSession(const QString &path);

/// The same for any text or bytes an export produces.
bool writeWhole(const QByteArray &bytes, const QString &path, QString *error);

} // namespace spanscope::ui
