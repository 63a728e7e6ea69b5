#pragma once
/// The bar with a limit tick and `3.1x` in the operations table.

#include <QStyledItemDelegate>

namespace spanscope::ui {

/// Draws numbers the model gives under three roles; the text beside the bar is the display role.
class PressureBarDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    /// The model's roles: span / limit as compiled and untiled (double), and the verdict (int of Verdict).
    struct Roles
    {
        int ratio = 0;
        int untiledRatio = 0;
        int verdict = 0;
    };
    explicit PressureBarDelegate(Roles roles, QObject *parent = nullptr);

    /// Where things lie in a cell; ratios beyond kMostRatio end at the cell's edge.
    struct Geometry
    {
        QRectF track;
        QRectF bar;
        QRectF outline;
        double limitX = 0;
        QRectF text;
    };
    static constexpr double kMostRatio = 4.0;
    [[nodiscard]] static Geometry geometry(const QRectF &cell, double ratio, double untiledRatio,
                                           const QFontMetricsF &metrics);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    Roles m_roles;
};

} // namespace spanscope::ui
