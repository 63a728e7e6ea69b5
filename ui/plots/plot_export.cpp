#include "ui/plots/plot_export.h"

#include "ui/plots/qcustomplot_include.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace spanscope::ui {

namespace {

using Paint = std::function<void(QCPPainter &)>;

QString translated(const char *text)
{
    return QCoreApplication::translate("Export", text);
}

QByteArray asPng(QSize size, const Paint &paint)
{
    constexpr int kScale = 2;
    QImage image(size * kScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    image.fill(Qt::white);
    {
        QCPPainter painter(&image);
        painter.setMode(QCPPainter::pmNoCaching);
        paint(painter);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

void paintVector(QPaintDevice *device, const Paint &paint)
{
    QCPPainter painter;
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    if (painter.begin(device)) {
        paint(painter);
    }
}

QByteArray asSvg(QSize size, const QString &title, const Paint &paint)
{
    constexpr int kDotsPerInch = 96;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(title);
    paintVector(&generator, paint);
    return bytes;
}

QByteArray asPdf(QSize size, const QString &title, const Paint &paint)
{
    constexpr int kDotsPerInch = 96;
    constexpr double kPointsPerPixel = 0.75;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(kDotsPerInch);
        writer.setTitle(title);
        writer.setCreator(QStringLiteral("SpanScope"));
        writer.setPageMargins({});
        writer.setPageSize(
            QPageSize(QSizeF(size) * kPointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
        paintVector(&writer, paint);
    }
    return bytes;
}

bool fail(QString *error, const QString &reason)
{
    if (error != nullptr) {
        *error = reason;
    }
    return false;
}

} // namespace

bool exportPicture(const QString &path, QSize size, const QString &title, const Paint &paint, QString *error)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("png")) {
        bytes = asPng(size, paint);
    } else if (suffix == QLatin1String("svg")) {
        bytes = asSvg(size, title, paint);
    } else if (suffix == QLatin1String("pdf")) {
        bytes = asPdf(size, title, paint);
    } else {
        return fail(error, translated("%1: the name must end in .png, .svg or .pdf").arg(path));
    }
    if (bytes.isEmpty()) {
        return fail(error, translated("%1: the picture could not be drawn").arg(path));
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return fail(error, translated("%1: %2").arg(path, file.errorString()));
    }
    return true;
}

QString pictureFilters()
{
    return translated("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf)");
}

} // namespace spanscope::ui
