/// The pressure picture: one bar per coordinate against the limit.

#include "core/base/shortened.h"
#include "core/exporters/exporters.h"
#include "core/text/safe_text.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace spanscope {

namespace {

constexpr double kWidth = 1010;
constexpr double kPlotLeft = 250;
constexpr double kPlotRight = 705;
constexpr double kTop = 92;
constexpr double kRow = 40;
constexpr double kHeader = 30;
constexpr double kBar = 18;
constexpr std::size_t kMostRows = 120;
constexpr const char *kDot = " \xC2\xB7 ";

/// Lines over a bar, so that a state is told without colour too.
enum class Hatch { None, Diagonal, Crossed, Upright };

/// How a bar is drawn, in Okabe-Ito colours.
struct Look
{
    Hatch hatch;
    const char *fill;
    const char *line; ///< of the hatch
    const char *ink;  ///< of the number at the bar's end, dark enough on white
    const char *word;
};
constexpr Look kFits{Hatch::None, "#0072B2", "", "#005a8c", "fits"};
constexpr Look kOver{Hatch::Diagonal, "#D55E00", "#ffd9bf", "#b23c00", "over the limit"};
constexpr Look kUnchecked{Hatch::Crossed, "#E69F00", "#7a5200", "#7a5200", "over, not checked by the compiler"};
constexpr Look kUnknown{Hatch::Upright, "#999999", "#ffffff", "#555555", "unknown"};

const Look &lookOf(const AuditRow &row)
{
    if (row.exactness == Exactness::Unknown) {
        return kUnknown;
    }
    if (!row.over) {
        return kFits;
    }
    return row.unchecked == Unchecked::Checked ? kOver : kUnchecked;
}

std::string number(double value)
{
    // Not printf: its decimal point is the locale's.
    std::array<char, 400> buffer{}; // any double
    const std::to_chars_result written =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 1);
    return {buffer.data(), written.ptr};
}

std::string attribute(const char *name, double value)
{
    return std::string(" ") + name + "=\"" + number(value) + "\"";
}

std::string textAt(double x, double y, const std::string &text, const std::string &style)
{
    return "<text" + attribute("x", x) + attribute("y", y) + " " + style + ">" + markupText(text) + "</text>\n";
}

std::string rect(double x, double y, double width, double height, const std::string &style)
{
    return "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", std::max(width, 0.0)) +
           attribute("height", height) + " " + style + "/>\n";
}

/// One stroke of a hatch from (x, y + height) over `run` to the right, cut to [left, right].
void addStroke(std::string &path, double x, double y, double height, double run, double left, double right)
{
    const double from = std::max(std::min(x, x + run), left);
    const double to = std::min(std::max(x, x + run), right);
    if (from > to || (run != 0 && from >= to)) {
        return;
    }
    const auto at = [&](double px) { return y + height - (run == 0 ? 0 : height * (px - x) / run); };
    const double end = run == 0 ? y : at(to);
    path += "M" + number(from) + " " + number(at(from)) + "L" + number(to) + " " + number(end);
}

/// A bar as a plain rectangle and, over it, its hatch as lines: every viewer draws those alike,
/// while patterns are beyond some.
std::string hatchedBar(double x, double y, double width, double height, const Look &look)
{
    constexpr double kStep = 8;
    std::string out = rect(x, y, width, height, std::string("fill=\"") + look.fill + "\"");
    std::string path;
    const int strokes = static_cast<int>((width + 2 * height) / kStep) + 1;
    for (int i = 0; i < strokes; ++i) {
        const double at = x - height + i * kStep;
        if (look.hatch == Hatch::Upright) {
            addStroke(path, at + kStep / 2, y, height, 0, x, x + width);
        }
        if (look.hatch == Hatch::Diagonal || look.hatch == Hatch::Crossed) {
            addStroke(path, at, y, height, height, x, x + width);
        }
        if (look.hatch == Hatch::Crossed) {
            addStroke(path, at + height, y, height, -height, x, x + width);
        }
    }
    if (!path.empty()) {
        out += "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + look.line + "\" stroke-width=\"1.3\"/>\n";
    }
    return out;
}

/// The byte axis: powers of two from low to high.
struct Axis
{
    int low = 10;
    int high = 28;

    [[nodiscard]] double x(Int bytes) const
    {
        const double at = bytes > 0 ? std::log2(static_cast<double>(bytes)) : low;
        const double share = (at - low) / (high - low);
        return kPlotLeft + std::clamp(share, 0.0, 1.0) * (kPlotRight - kPlotLeft);
    }
};

Axis axisFor(const OpAudit &current, const OpAudit &untiled, Int limit)
{
    Int least = limit;
    Int most = limit;
    for (const OpAudit *audit : {&current, &untiled}) {
        for (const AuditRow &row : audit->rows) {
            if (row.varies && row.span > 0) {
                least = std::min(least, row.span);
                most = std::max(most, row.span);
            }
        }
    }
    Axis axis;
    axis.low = std::max(0, static_cast<int>(std::floor(std::log2(static_cast<double>(least)))) - 1);
    axis.high = static_cast<int>(std::floor(std::log2(static_cast<double>(most)))) + 1;
    return axis;
}

std::string tickText(int power)
{
    constexpr std::array<const char *, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    return std::to_string(1 << (power % 10)) + " " + kUnits.at(static_cast<std::size_t>(power / 10));
}

const AuditRow *sameRow(const OpAudit &audit, const AuditRow &row)
{
    const auto it = std::find_if(audit.rows.begin(), audit.rows.end(), [&row](const AuditRow &other) {
        return other.tensor == row.tensor && other.deviceDim == row.deviceDim;
    });
    return it == audit.rows.end() ? nullptr : &*it;
}

class PressurePicture
{
public:
    PressurePicture(const GraphResult &result, std::size_t opIndex, const OpAudit &current, const OpAudit &untiled)
        : m_op(result.graph->operations.at(opIndex))
        , m_current(current)
        , m_untiled(untiled)
        , m_limit(result.rules.rules.maxSpanBytes)
        , m_axis(axisFor(current, untiled, m_limit))
    {
    }

    std::string draw()
    {
        double y = kTop;
        std::string bars;
        const TensorRef *tensor = nullptr;
        const std::size_t shown = std::min(m_current.rows.size(), kMostRows);
        for (std::size_t i = 0; i < shown; ++i) {
            const AuditRow &row = m_current.rows[i];
            if (tensor == nullptr || !(*tensor == row.tensor)) {
                bars += header(row, y);
                y += kHeader;
                tensor = &row.tensor;
            }
            bars += bar(row, y);
            y += kRow;
        }
        if (shown < m_current.rows.size()) {
            bars += textAt(24, y + 14,
                           std::to_string(m_current.rows.size() - shown) + " more coordinates are not drawn.", kFaint);
            y += kHeader;
        }
        const double bottom = y + 6;
        const double height = bottom + 108;
        return start(height) + grid(bottom) + bars + limitLine(bottom) + legend(bottom + 66) + "</svg>";
    }

private:
    static constexpr const char *kFaint = "fill=\"#5b6676\" font-size=\"12\"";

    std::string start(double height) const
    {
        const std::string size = number(kWidth) + "\" height=\"" + number(height);
        std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + size +
                          "\" viewBox=\"0 0 " + number(kWidth) + " " + number(height) +
                          "\" font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"13\">\n";
        const std::string splits = m_current.splits.empty() ? "untiled" : "under " + levelsText(m_current.splits);
        out += "<title>Spans of " + markupText(m_op.name) + " " + splits + "</title>\n<desc>" +
               markupText(capitalised("worst span " + bytesAgainstLimit(m_current.worstSpan, m_limit))) + "</desc>\n";
        out += rect(0, 0, kWidth, height, "fill=\"#ffffff\"");
        out += textAt(24, 34,
                      shortened(m_op.name + kDot + operationText(m_op) + kDot + outputShapeText(m_op) + kDot +
                                    (m_op.layout ? m_op.layout->dtype : ""),
                                80),
                      "fill=\"#1f2733\" font-size=\"17\" font-weight=\"bold\"");
        out += textAt(24, 56, "Span of one core per coordinate, " + splits, kFaint);
        return out;
    }

    std::string grid(double bottom) const
    {
        std::string out;
        const int octaves = m_axis.high - m_axis.low;
        const int step = std::max(1, (octaves + 6) / 7);
        for (int power = m_axis.low; power <= m_axis.high; power += step) {
            const double x = kPlotLeft + (kPlotRight - kPlotLeft) * (power - m_axis.low) / octaves;
            out += line(x, kTop, x, bottom, "stroke=\"#e1e6ee\"");
            out += textAt(x, bottom + 18, tickText(power), std::string(kFaint) + " text-anchor=\"middle\"");
        }
        out += line(kPlotLeft, bottom, kPlotRight, bottom, "stroke=\"#9aa7b8\"");
        out += textAt((kPlotLeft + kPlotRight) / 2, bottom + 38, "span of one core (log2 of bytes)",
                      std::string(kFaint) + " text-anchor=\"middle\"");
        return out;
    }

    static std::string line(double x1, double y1, double x2, double y2, const std::string &style)
    {
        return "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) + " " +
               style + "/>\n";
    }

    std::string header(const AuditRow &row, double y) const
    {
        const std::string name = row.tensor.isOutput() ? "output " + m_op.name : "read " + row.tensor.buffer;
        return line(24, y + 2, kWidth - 24, y + 2, "stroke=\"#eef1f5\"") +
               textAt(24, y + 21, shortened(name, 60), "fill=\"#1f2733\" font-weight=\"bold\"") +
               textAt(kPlotRight + 18, y + 21, storageSentence(row.storage), kFaint);
    }

    std::string bar(const AuditRow &row, double y) const
    {
        const Look &look = lookOf(row);
        const double top = y + 7;
        std::string out = "<g><title>" + markupText(rowPlace(row) + ": " + rowArithmetic(row, m_limit)) + "</title>\n";
        out += textAt(40, top + 14, "dev " + std::to_string(row.deviceDim.index), kFaint);
        out += textAt(90, top + 14, shortened(row.coordinate, 19),
                      "fill=\"#1f2733\" font-family=\"DejaVu Sans Mono, monospace\"");
        const AuditRow *before = sameRow(m_untiled, row);
        const bool hasSpan = row.varies && row.exactness != Exactness::Unknown;
        if (hasSpan) {
            out += hatchedBar(kPlotLeft, top, m_axis.x(row.span) - kPlotLeft, kBar, look);
        } else if (row.exactness == Exactness::Unknown) {
            out += hatchedBar(kPlotLeft, top, kPlotRight - kPlotLeft, kBar, look);
        }
        const bool differs = before != nullptr && before->varies && (!hasSpan || before->span != row.span);
        if (differs) {
            out += rect(kPlotLeft, top, m_axis.x(before->span) - kPlotLeft, kBar,
                        std::string("fill=\"none\" stroke=\"") + lookOf(*before).ink +
                            "\" stroke-width=\"1.3\" stroke-dasharray=\"4 3\"");
        }
        out += figures(row, look, differs ? before : nullptr, hasSpan, top);
        return out + "</g>\n";
    }

    std::string figures(const AuditRow &row, const Look &look, const AuditRow *before, bool hasSpan, double top) const
    {
        const double x = kPlotRight + 18;
        const double y = before != nullptr ? top + 8 : top + 14;
        std::string now = row.exactness == Exactness::Unknown ? "unknown" : "one value, no span";
        if (hasSpan) {
            now = humanBytes(row.span) + kDot + ratioText(row.span, m_limit) + kDot + rowWord(row);
        }
        std::string out =
            textAt(x, y, now, std::string("fill=\"") + look.ink + "\"" + (row.over ? " font-weight=\"bold\"" : ""));
        if (before != nullptr) {
            out += textAt(x, y + 16, "untiled " + humanBytes(before->span) + kDot + ratioText(before->span, m_limit),
                          "fill=\"#5b6676\" font-size=\"11.5\"");
        }
        return out;
    }

    std::string limitLine(double bottom) const
    {
        const double x = m_axis.x(m_limit);
        return line(x, kTop - 8, x, bottom, "stroke=\"#1f2733\" stroke-width=\"2\"") +
               textAt(x, kTop - 14, "limit " + humanBytes(m_limit) + " = " + grouped(m_limit) + " B",
                      "fill=\"#1f2733\" font-size=\"12\" text-anchor=\"middle\"");
    }

    std::string legend(double y) const
    {
        std::string out;
        double x = 24;
        for (const Look *look : {&kFits, &kOver, &kUnchecked, &kUnknown}) {
            out += hatchedBar(x, y, 26, 14, *look);
            out += textAt(x + 34, y + 12, look->word, kFaint);
            x += 60 + 7.2 * static_cast<double>(std::string_view(look->word).size());
        }
        out += rect(x, y, 26, 14, "fill=\"none\" stroke=\"#5b6676\" stroke-width=\"1.3\" stroke-dasharray=\"4 3\"");
        out += textAt(x + 34, y + 12, "untiled", kFaint);
        return out;
    }

    const Operation &m_op;
    const OpAudit &m_current;
    const OpAudit &m_untiled;
    Int m_limit;
    Axis m_axis;
};

} // namespace

std::string pressureSvg(const GraphResult &result, std::size_t opIndex, const OpAudit &current, const OpAudit &untiled)
{
    return PressurePicture(result, opIndex, current, untiled).draw();
}

} // namespace spanscope
