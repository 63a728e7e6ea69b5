#include "tests/ui/sample_audits.h"

#include "ui/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <cmath>

namespace spanscope::test {

namespace {

AuditRow makeRow(TensorRef tensor, int dev, const std::string &coordinate, const std::string &symbol, int dim,
                 Int range, Int extent, Int inner)
{
    AuditRow row;
    row.tensor = std::move(tensor);
    row.deviceDim = DeviceDim{dev};
    row.coordinate = coordinate;
    row.symbols = {symbol};
    row.extents = {{symbol, extent - 1}};
    row.tileRanges = {{symbol, range}};
    row.extent = extent;
    row.innerElems = inner;
    row.itemBytes = 2;
    row.varies = extent > 1;
    row.span = row.varies ? extent * inner * 2 : 0;
    row.over = row.span > kLimit;
    row.controls = {HostDim{dim}};
    row.coresNeeded = 1;
    return row;
}

void finish(OpAudit &audit)
{
    for (const AuditRow &row : audit.rows) {
        audit.worstSpan = std::max(audit.worstSpan, row.span);
        audit.hasUnknown = audit.hasUnknown || row.exactness == Exactness::Unknown;
    }
}

OpAudit lmHead(Int splitRows, Int splitColumns)
{
    const Int rows = 49216 / splitRows;
    const Int columns = 4096 / splitColumns;
    const TensorRef output{-1, "buf0"};
    const TensorRef read{0, "arg1_1"};
    OpAudit audit;
    audit.rows = {
        makeRow(output, 0, "floor(d0/64)", "d0", 0, rows, (rows + 63) / 64, 4096 * 64),
        makeRow(output, 1, "d1", "d1", 1, columns, columns, 64),
        makeRow(read, 0, "floor(d1/64)", "d1", 1, columns, (columns + 63) / 64, 49216 * 64),
        makeRow(read, 1, "d0", "d0", 0, rows, rows, 64),
    };
    audit.rows[2].unchecked = Unchecked::PointwiseInput;
    audit.rows[3].unchecked = Unchecked::PointwiseInput;
    finish(audit);
    return audit;
}

} // namespace

OpAudit lmHeadUntiled()
{
    return lmHead(1, 1);
}

OpAudit lmHeadTiled()
{
    OpAudit audit = lmHead(769, 2);
    audit.splits = {{HostDim{0}, 769, false}, {HostDim{1}, 2, false}};
    return audit;
}

OpAudit manyReads(int reads)
{
    OpAudit audit;
    double inner = 8;
    audit.rows.push_back(makeRow({-1, "buf9"}, 0, "d0", "d0", 0, 64, 64, 8));
    for (int i = 0; i < reads; ++i) {
        inner *= 1.5;
        audit.rows.push_back(makeRow({i, "arg" + std::to_string(i) + "_1"}, 0, "d0 + 64*floor(d1/64)", "d0", 0, 64, 64,
                                     static_cast<Int>(inner)));
        audit.rows.back().unchecked = Unchecked::PointwiseInput;
    }
    audit.rows.back().exactness = Exactness::Unknown;
    audit.rows.back().problem = "Min(d0, 7) cannot be analysed";
    finish(audit);
    return audit;
}

SplitTable lmHeadRows()
{
    SplitTable table;
    table.hostDim = HostDim{0};
    table.range = 49216;
    table.required = 2;
    for (const Int count : {1, 2, 4, 8, 16, 32, 64, 769, 1538, 3076, 6152, 12304, 24608, 49216}) {
        SplitEntry entry;
        entry.count = count;
        entry.tile = table.range / count;
        entry.status = count == 1   ? SplitStatus::One
                       : count > 64 ? SplitStatus::OverAutoCap
                                    : SplitStatus::CutsOutputStick;
        if (entry.status == SplitStatus::CutsOutputStick) {
            entry.stick = StickFailure::Cut;
            entry.tensor = {-1, "buf0"};
            entry.tensorDim = HostDim{0};
            entry.tensorTile = entry.tile;
            entry.elemsPerStick = 64;
        }
        table.entries.push_back(entry);
    }
    table.legal = {1};
    return table;
}

SplitTable manyDivisors()
{
    SplitTable table;
    table.hostDim = HostDim{1};
    table.range = 1'000'000;
    for (Int count = 1; count <= 200; ++count) {
        SplitEntry entry;
        entry.count = count;
        entry.tile = table.range / count;
        entry.status = count == 1 ? SplitStatus::One : count % 2 == 0 ? SplitStatus::Legal : SplitStatus::OverAutoCap;
        table.entries.push_back(entry);
    }
    return table;
}

void showAndPicture(QWidget &widget, QSize size, const QString &name)
{
    widget.resize(size);
    widget.setPalette(ui::lightPalette());
    widget.setAutoFillBackground(true);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const QString folder = qEnvironmentVariable("SPANSCOPE_PICTURES");
    if (folder.isEmpty()) {
        return;
    }
    const auto save = [&](const char *suffix, qreal scale) {
        QTest::qWait(30);
        QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(scale);
        QPainter painter(&image);
        widget.render(&painter);
        painter.end();
        image.save(QStringLiteral("%1/%2-%3.png").arg(folder, name, QLatin1String(suffix)));
    };
    save("light", 1);
    save("2x", 2);
    widget.setPalette(ui::darkPalette());
    save("dark", 1);
    widget.setPalette(ui::lightPalette());
}

} // namespace spanscope::test
