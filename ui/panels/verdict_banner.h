#pragma once
/// A framed sentence in the colours of a verdict or state.

#include "ui/theme/colours.h"

#include <QFrame>

#include <functional>

class QLabel;

namespace spanscope::ui {

class VerdictBanner : public QFrame
{
    Q_OBJECT
public:
    /// Colours for a palette, asked again when the palette changes.
    using Look = std::function<Appearance(const QPalette &)>;

    explicit VerdictBanner(const QString &name, QWidget *parent = nullptr);

    /// \param headline short and bold, after the look's glyph; \param text what follows, may be empty
    void show(const Look &look, const QString &headline, const QString &text);
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    Look m_look;
    QString m_headlineText;
    QLabel *m_headline = nullptr;
    QLabel *m_text = nullptr;
};

} // namespace spanscope::ui
