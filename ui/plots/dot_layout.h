#pragma once
/// Lays a graph out with Graphviz' `dot` in a child process.

#include <QObject>
#include <QPointF>
#include <QProcess>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QTimer>

#include <vector>

namespace spanscope::ui {

struct DotNode
{
    QSizeF size;    ///< pixels
    int group = -1; ///< index into DotGraph::groups; -1: none
};

struct DotEdge
{
    int from = 0; ///< node indices
    int to = 0;
    QSizeF labelSize; ///< pixels; empty: no label
};

struct DotGraph
{
    std::vector<DotNode> nodes;
    std::vector<DotEdge> edges;
    int groups = 0;
    bool leftToRight = false;
};

/// Pixels, y downwards, origin at the top left.
struct DotPlacement
{
    QRectF bounds;
    std::vector<QPointF> nodes;              ///< centres
    std::vector<std::vector<QPointF>> edges; ///< cubic Bezier chains: start, then 3 points a piece
    std::vector<QPointF> labels;             ///< centres, one an edge (meaningless without label)
    std::vector<QRectF> groups;              ///< empty rect: a group without nodes here
};

/// The input `dot` gets: sizes and topology, no text of the user's.
[[nodiscard]] QByteArray writeDot(const DotGraph &graph);
/// Reads the answer of `dot -Tjson0`. False: *error says what is wrong with it.
bool readDotJson(const QByteArray &json, const DotGraph &graph, DotPlacement *placement, QString *error);

/// Runs one layout at a time; a new start() cancels the one before.
class DotLayout : public QObject
{
    Q_OBJECT
public:
    explicit DotLayout(QObject *parent = nullptr);
    ~DotLayout() override;

    /// Default: `dot` from PATH.
    void setProgram(const QString &program) { m_program = program; }
    void setTimeout(int milliseconds) { m_timeout = milliseconds; }
    [[nodiscard]] bool isRunning() const;
    void start(DotGraph graph);
    /// Ends a running layout without a word.
    void drop();

public slots:
    void cancel();

signals:
    void finished(const spanscope::ui::DotPlacement &placement);
    /// A sentence to show: the program is missing, took too long, or failed.
    void failed(const QString &reason);

private:
    void processFinished(int exitCode, QProcess::ExitStatus status);
    void processError(QProcess::ProcessError error);

    QString m_program;
    int m_timeout = 20'000;
    DotGraph m_graph;
    QProcess *m_process = nullptr;
    QTimer m_timer;
};

} // namespace spanscope::ui
