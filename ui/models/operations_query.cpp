#include "ui/models/operations_query.h"

#include "core/layout/dtypes.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace spanscope::ui {

namespace {

/// Blank-separated tokens; double quotes keep blanks and go away.
QStringList tokensOf(const QString &text)
{
    QStringList tokens;
    QString token;
    bool quoted = false;
    for (const QChar c : text) {
        if (c == u'"') {
            quoted = !quoted;
        } else if (c.isSpace() && !quoted) {
            if (!token.isEmpty()) {
                tokens << token;
            }
            token.clear();
        } else {
            token += c;
        }
    }
    if (!token.isEmpty()) {
        tokens << token;
    }
    return tokens;
}

QString plainWord(std::string_view word)
{
    return qs(word).toLower().remove(u' ');
}

/// Verdicts whose word begins with the value: `residual`, `unsup`.
std::set<Verdict> verdictsNamed(const QString &value)
{
    std::set<Verdict> found;
    const QString wanted = value.toLower().remove(u' ').remove(u'-').remove(u'_');
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        const auto verdict = static_cast<Verdict>(i);
        if (!wanted.isEmpty() && plainWord(verdictWord(verdict)).startsWith(wanted)) {
            found.insert(verdict);
        }
    }
    return found;
}

bool isVerdictToken(const QString &token)
{
    return token.startsWith(QLatin1StringView("verdict:"), Qt::CaseInsensitive);
}

} // namespace

OperationsQuery::OperationsQuery(const QString &text, bool regular)
{
    for (const QString &token : tokensOf(text)) {
        addTerm(token, regular);
    }
    if (!m_error.isEmpty()) {
        m_terms.clear();
    }
}

void OperationsQuery::addTerm(QString token, bool regular)
{
    Term term;
    if (token.size() > 1 && token.startsWith(u'-')) {
        term.negated = true;
        token.remove(0, 1);
    }
    static const std::array<std::pair<QLatin1StringView, Field>, 5> kFields{
        {{QLatin1StringView("verdict:"), Field::VerdictField},
         {QLatin1StringView("code:"), Field::CodeField},
         {QLatin1StringView("dtype:"), Field::DtypeField},
         {QLatin1StringView("shape:"), Field::ShapeField},
         {QLatin1StringView("tensor:"), Field::TensorField}}};
    for (const auto &[name, field] : kFields) {
        if (token.startsWith(name, Qt::CaseInsensitive)) {
            term.field = field;
            token.remove(0, name.size());
            break;
        }
    }
    if (token.isEmpty()) {
        return; // a field still being typed
    }
    const bool split = term.field != Field::Any && !regular;
    for (const QString &value : split ? token.split(u',', Qt::SkipEmptyParts) : QStringList{token}) {
        if (term.field == Field::VerdictField) {
            const std::set<Verdict> named = verdictsNamed(value);
            if (named.empty()) {
                m_error =
                    QCoreApplication::translate("OperationsQuery", "There is no verdict called \"%1\"").arg(value);
            }
            term.verdicts.insert(named.begin(), named.end());
        } else if (regular) {
            term.patterns.emplace_back(value, QRegularExpression::CaseInsensitiveOption);
            if (!term.patterns.back().isValid()) {
                m_error = QCoreApplication::translate("OperationsQuery", "\"%1\" is no regular expression: %2")
                              .arg(value, term.patterns.back().errorString());
            }
        } else {
            term.values.push_back(value.toLower().replace(QChar(0x00D7), u'x'));
        }
    }
    m_terms.push_back(std::move(term));
}

bool OperationsQuery::valueHolds(Field field, const QString &value, const OpSummary &op)
{
    switch (field) {
    case Field::CodeField:
        return op.code.contains(value);
    case Field::DtypeField:
        return op.dtype.contains(value) || op.dtype == qs(canonicalDtype(value.toStdString()));
    case Field::ShapeField: {
        // Whole extents only: 8195 is not part of 81950.
        const QString fenced = u'x' + op.shape + u'x';
        return fenced.contains(u'x' + value + u'x');
    }
    case Field::TensorField:
        return op.tensors.contains(value);
    default:
        return op.haystack.contains(value);
    }
}

bool OperationsQuery::holds(const Term &term, const OpSummary &op)
{
    if (term.field == Field::VerdictField) {
        return term.verdicts.contains(op.verdict);
    }
    const QString &text = term.field == Field::CodeField     ? op.code
                          : term.field == Field::DtypeField  ? op.dtype
                          : term.field == Field::ShapeField  ? op.shape
                          : term.field == Field::TensorField ? op.tensors
                                                             : op.haystack;
    return std::any_of(term.values.begin(), term.values.end(),
                       [&](const QString &value) { return valueHolds(term.field, value, op); }) ||
           std::any_of(term.patterns.begin(), term.patterns.end(),
                       [&](const QRegularExpression &pattern) { return pattern.match(text).hasMatch(); });
}

bool OperationsQuery::matches(const OpSummary &op) const
{
    return std::all_of(m_terms.begin(), m_terms.end(),
                       [&op](const Term &term) { return holds(term, op) != term.negated; });
}

std::set<Verdict> OperationsQuery::verdictsIn(const QString &text)
{
    std::set<Verdict> found;
    for (const QString &token : tokensOf(text)) {
        if (isVerdictToken(token)) {
            for (const QString &value : token.mid(8).split(u',', Qt::SkipEmptyParts)) {
                found.merge(verdictsNamed(value));
            }
            break;
        }
    }
    return found;
}

QString OperationsQuery::withVerdicts(const QString &text, const std::set<Verdict> &verdicts)
{
    static const QRegularExpression kTerm(QStringLiteral("(^|\\s)verdict:(\"[^\"]*\"|\\S)*"),
                                          QRegularExpression::CaseInsensitiveOption);
    QString rest = text;
    rest = rest.remove(kTerm).simplified();
    if (verdicts.empty()) {
        return rest;
    }
    QStringList words;
    for (const Verdict verdict : verdicts) {
        words << plainWord(verdictWord(verdict));
    }
    const QString term = QStringLiteral("verdict:") + words.join(u',');
    return rest.isEmpty() ? term : term + u' ' + rest;
}

} // namespace spanscope::ui
