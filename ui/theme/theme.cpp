#include "ui/theme/theme.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace spanscope::ui {

namespace {

struct Shades
{
    QRgb window, windowText, base, alternate, button, text, disabled, placeholder, highlight, highlighted, link,
        visited, tip, tipText;
};

QPalette fromShades(const Shades &s)
{
    QPalette p(QColor::fromRgb(s.button), QColor::fromRgb(s.window));
    const auto set = [&p](QPalette::ColorRole role, QRgb rgb) { p.setColor(role, QColor::fromRgb(rgb)); };
    set(QPalette::Window, s.window);
    set(QPalette::WindowText, s.windowText);
    set(QPalette::Base, s.base);
    set(QPalette::AlternateBase, s.alternate);
    set(QPalette::Button, s.button);
    set(QPalette::ButtonText, s.text);
    set(QPalette::Text, s.text);
    set(QPalette::BrightText, 0xffffffff);
    set(QPalette::PlaceholderText, s.placeholder);
    set(QPalette::Highlight, s.highlight);
    set(QPalette::HighlightedText, s.highlighted);
    set(QPalette::Link, s.link);
    set(QPalette::LinkVisited, s.visited);
    set(QPalette::ToolTipBase, s.tip);
    set(QPalette::ToolTipText, s.tipText);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, QColor::fromRgb(s.disabled));
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, QColor::fromRgb(s.disabled));
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor::fromRgb(s.base));
    return p;
}

} // namespace

QPalette lightPalette()
{
    return fromShades({.window = 0xfff3f5f8,
                       .windowText = 0xff1b222c,
                       .base = 0xffffffff,
                       .alternate = 0xfff6f8fa,
                       .button = 0xffeceff3,
                       .text = 0xff1b222c,
                       .disabled = 0xff8b939e,
                       .placeholder = 0xff69717c,
                       .highlight = 0xff0068a3,
                       .highlighted = 0xffffffff,
                       .link = 0xff005f96,
                       .visited = 0xff6b4c8a,
                       .tip = 0xff1f2733,
                       .tipText = 0xfff2f5f8});
}

QPalette darkPalette()
{
    return fromShades({.window = 0xff22262d,
                       .windowText = 0xffe4e8ee,
                       .base = 0xff191c21,
                       .alternate = 0xff1f2329,
                       .button = 0xff2d323b,
                       .text = 0xffe4e8ee,
                       .disabled = 0xff747c88,
                       .placeholder = 0xff98a1ad,
                       .highlight = 0xff2f73a8,
                       .highlighted = 0xffffffff,
                       .link = 0xff7cc4f2,
                       .visited = 0xffc9a8e6,
                       .tip = 0xff3a414c,
                       .tipText = 0xfff2f5f8});
}

void applyTheme(QApplication &app, Theme theme)
{
    if (app.style()->objectName().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    }
    switch (theme) {
    case Theme::System:
        QApplication::setPalette(QPalette());
        break;
    case Theme::Light:
        QApplication::setPalette(lightPalette());
        break;
    case Theme::Dark:
        QApplication::setPalette(darkPalette());
        break;
    }
}

QString themeId(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::Dark:
        return QStringLiteral("dark");
    case Theme::System:
        break;
    }
    return QStringLiteral("system");
}

Theme themeFromId(const QString &id)
{
    if (id == QLatin1String("light")) {
        return Theme::Light;
    }
    return id == QLatin1String("dark") ? Theme::Dark : Theme::System;
}

} // namespace spanscope::ui
