#pragma once
/// The changes a person can make, each one undo step with a name.

#include "ui/session/workspace.h"

#include <QObject>

namespace spanscope::ui {

class UserEdits : public QObject
{
    Q_OBJECT
public:
    explicit UserEdits(Workspace &workspace, QObject *parent = nullptr);

    /// Splits one dim of the op on the bench. A count of 1 takes the split away.
    void setSplit(HostDim dim, Int count);
    /// Puts splits on the bench as they are.
    void setSplits(const Levels &levels);
    /// The compiler's plan again.
    void followPlan();
    void clearSplits();
    /// Keeps the bench's splits as a manual hint for the op, or gives the hint up.
    void togglePin();
    void unpin(const std::string &op);
    void setAlias(HostDim dim, const QString &alias);

    void setPreset(const QString &preset);
    /// Takes any limit back to that of the preset or graph when empty.
    void setLimit(std::optional<Int> bytes);
    void setRules(const RuleChoice &rules);
    void setIgnoreSwitches(bool on);
    void setGroupIncluded(const QString &firstMember, bool included);

private:
    [[nodiscard]] QString dimName(HostDim dim) const;
    void changeGraph(const QString &text, const std::function<void(GraphChoices &)> &edit);

    Workspace &m_workspace;
};

} // namespace spanscope::ui
