#pragma once
/// The filter language of the operations table.

#include "ui/models/result_summary.h"

#include <QRegularExpression>
#include <QString>

#include <set>
#include <vector>

namespace spanscope::ui {

/// A parsed filter line. All terms must hold. Plain words are looked for in name, target, source
/// and shape; `verdict:` `code:` `dtype:` `shape:` `tensor:` look in one place, with alternatives
/// separated by commas. A leading `-` turns a term round. Quotes keep blanks together.
class OperationsQuery
{
public:
    OperationsQuery() = default;
    /// \param regular take words and values as regular expressions
    explicit OperationsQuery(const QString &text, bool regular = false);

    [[nodiscard]] bool matches(const OpSummary &op) const;
    [[nodiscard]] bool isEmpty() const { return m_terms.empty(); }
    /// Why the line is not a query (a faulty regular expression, an unknown verdict), else empty.
    [[nodiscard]] const QString &error() const { return m_error; }

    /// The verdicts named by the line's first `verdict:` term; empty when there is none.
    [[nodiscard]] static std::set<Verdict> verdictsIn(const QString &text);
    /// The line with its `verdict:` term replaced, added or (empty set) taken out.
    [[nodiscard]] static QString withVerdicts(const QString &text, const std::set<Verdict> &verdicts);

private:
    enum class Field { Any, VerdictField, CodeField, DtypeField, ShapeField, TensorField };
    struct Term
    {
        Field field = Field::Any;
        bool negated = false;
        std::vector<QString> values; ///< lower case; any of them
        std::vector<QRegularExpression> patterns;
        std::set<Verdict> verdicts;
    };

    void addTerm(QString token, bool regular);
    [[nodiscard]] static bool holds(const Term &term, const OpSummary &op);
    [[nodiscard]] static bool valueHolds(Field field, const QString &value, const OpSummary &op);

    std::vector<Term> m_terms;
    QString m_error;
};

} // namespace spanscope::ui
