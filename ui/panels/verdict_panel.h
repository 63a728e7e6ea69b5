#pragma once
/// Why: the verdict on the selected op, what was refused, what would fit and what remains.

#include "ui/panels/panel.h"

class QLabel;
class QPlainTextEdit;
class QVBoxLayout;

namespace spanscope::ui {

class FitsModel;
class RejectionsModel;
class ResidualsModel;
class TableView;
class VerdictBanner;

class VerdictPanel : public Panel
{
    Q_OBJECT
public:
    explicit VerdictPanel(const PanelContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *focusTarget() override;
    [[nodiscard]] VerdictBanner *verdict() const { return m_verdict; }
    [[nodiscard]] VerdictBanner *onBench() const { return m_onBench; }
    [[nodiscard]] TableView *fits() const { return m_fitTable; }
    [[nodiscard]] FitsModel *fitsModel() const { return m_fits; }
    [[nodiscard]] QLabel *nextStep() const { return m_nextText; }
    [[nodiscard]] QLabel *residualTitle() const { return m_residualTitle; }
    /// What is shown of the op although no line of the artefact tells it.
    [[nodiscard]] QLabel *inferredText() const { return m_inferredText; }
    [[nodiscard]] TableView *rejections() const { return m_rejectionTable; }
    [[nodiscard]] bool isSettled() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void buildTables();
    void addSection(QVBoxLayout *box, QLabel **title, const QString &text, QWidget *content);
    [[nodiscard]] QLabel *wrappedText(const QString &name);
    [[nodiscard]] QPlainTextEdit *textBox(const QString &name);
    void connectParts();
    void refreshVerdict();
    void refreshDetails();
    void refreshBench();
    void refreshResiduals();
    void setText(QPlainTextEdit *box, const QString &text, int mostLines);
    void openLink(const QString &link);

    FitsModel *m_fits = nullptr;
    RejectionsModel *m_rejections = nullptr;
    ResidualsModel *m_residuals = nullptr;
    VerdictBanner *m_verdict = nullptr;
    VerdictBanner *m_onBench = nullptr;
    TableView *m_fitTable = nullptr;
    TableView *m_rejectionTable = nullptr;
    QLabel *m_residualText = nullptr;
    QPlainTextEdit *m_compilerText = nullptr;
    QPlainTextEdit *m_numbers = nullptr;
    QLabel *m_nextText = nullptr;
    QLabel *m_reportedText = nullptr;
    QLabel *m_reportedTitle = nullptr;
    QLabel *m_inferredText = nullptr;
    QLabel *m_inferredTitle = nullptr;
    QLabel *m_nextTitle = nullptr;
    QLabel *m_fitTitle = nullptr;
    QLabel *m_rejectionTitle = nullptr;
    QLabel *m_residualTitle = nullptr;
    QLabel *m_compilerTitle = nullptr;
    QLabel *m_numbersTitle = nullptr;
};

} // namespace spanscope::ui
