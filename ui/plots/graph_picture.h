#pragma once
/// What the graph view draws, as plain values.

#include "core/groups/groups.h"
#include "ui/plots/dot_layout.h"

#include <QFont>
#include <QString>

#include <vector>

namespace spanscope::ui {

struct GraphPicture
{
    struct Node
    {
        int op = 0;
        Verdict verdict = Verdict::Skipped;
        QString title; ///< `buf3`
        QString what;  ///< `add 98000x4096`
        QString state; ///< `Planned, dim 1 / 4`
        QString tip;   ///< the headline
        int box = -1;  ///< index into boxes
    };
    struct Edge
    {
        int from = 0; ///< node indices
        int to = 0;
        QString label; ///< the shape of what is read
        QString tip;
        bool conflict = false;
    };
    struct Box
    {
        int group = 0; ///< index into GroupResult::groups
        QString title;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    std::vector<Box> boxes;

    [[nodiscard]] int nodeOf(int op) const; ///< -1: not shown
};

/// Those at most `steps` edges from `op`, nearest first, up to `most`; ascending. `steps` 0: all ops if there
/// are at most `most`, else three steps. Without an op the worst one is taken.
[[nodiscard]] std::vector<int> opsAround(const GraphResult &result, int op, int steps, int most);

[[nodiscard]] GraphPicture describeGraph(const GraphResult &result, const std::vector<int> &ops);

[[nodiscard]] QSizeF nodeSize(const GraphPicture::Node &node, const QFont &font);
[[nodiscard]] DotGraph dotGraphOf(const GraphPicture &picture, const QFont &font, Qt::Orientation orientation);

} // namespace spanscope::ui
