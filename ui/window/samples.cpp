#include "ui/window/samples.h"

#include <QCoreApplication>
#include <QDir>

namespace spanscope::ui {

namespace {

QDir samplesFolder()
{
    const QDir beside(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/spanscope/samples"));
    return beside.exists() ? beside : QDir(QStringLiteral(SPANSCOPE_SAMPLES));
}

struct Title
{
    const char *file;
    const char *says;
};

// What each file of the samples folder shows, the most telling first. Others follow under their names.
constexpr Title kTitles[] = {
    {"lm-head-49216.json", QT_TRANSLATE_NOOP("Samples", "LM head with 49,216 rows: every split cuts a stick")},
    {"add-98000x4096.json",
     QT_TRANSLATE_NOOP("Samples", "Add of 98,000 rows: wrong results with 2 tiles, right with 4")},
    {"transformer-block.json", QT_TRANSLATE_NOOP("Samples", "Transformer block, 37 ops: conflicts and refusals")},
    {"add-270000x16384.json", QT_TRANSLATE_NOOP("Samples", "Add of 270,000 rows: refused, though 64 tiles fit")},
    {"copy-131072x5120.json", QT_TRANSLATE_NOOP("Samples", "Weight copy: planned, but its read stays 5 x over")},
    {"mul-32x8192x17408.json", QT_TRANSLATE_NOOP("Samples", "Broadcast gate: 64 tiles, where older rules stop at 8")},
    {"matmul-4x2048x65536.json", QT_TRANSLATE_NOOP("Samples", "Batched product: 4 tiles fit exactly")},
    {"linear-28672x8192.json", QT_TRANSLATE_NOOP("Samples", "Projection: the copy's tiles conflict with its reader")},
    {"pointwise-overflow.json", QT_TRANSLATE_NOOP("Samples", "Pointwise op just over the limit")},
    {"several-dims.json", QT_TRANSLATE_NOOP("Samples", "Two dims over: 64 tiles of each are too few")},
    {"input-stick.json", QT_TRANSLATE_NOOP("Samples", "A transposed input whose sticks forbid every split")},
    {"shared-coordinate.json", QT_TRANSLATE_NOOP("Samples", "Two symbols share one coordinate: no loop variable")},
    {"gather-read.json", QT_TRANSLATE_NOOP("Samples", "Embedding: indirect reads are not looked at")},
    {"reduction-output.json", QT_TRANSLATE_NOOP("Samples", "Reduction whose output is over")},
    {"reduction-input.json", QT_TRANSLATE_NOOP("Samples", "Reduction whose input stays over (limit 20,480 B)")},
    {"reduction-controlled.json", QT_TRANSLATE_NOOP("Samples", "Column sums: only the reduction shortens the read")},
    {"lm-head-small.json", QT_TRANSLATE_NOOP("Samples", "Small LM head that reduction joins make compile")},
    {"logs/conflict_and_hints_july.log", QT_TRANSLATE_NOOP("Samples", "Log: a product reads a tiled copy")},
    {"logs/add_wrong_results_july.log", QT_TRANSLATE_NOOP("Samples", "Log: a third of the results were wrong")},
    {"logs/matmul_abort_july.log", QT_TRANSLATE_NOOP("Samples", "Log: the backend aborts")},
    {"output_code/rms_scale_tiled.py", QT_TRANSLATE_NOOP("Samples", "Generated code: a product in a loop of 8 tiles")},
};

} // namespace

std::vector<Sample> samples()
{
    std::vector<Sample> list;
    const QDir folder = samplesFolder();
    QStringList named;
    for (const Title &title : kTitles) {
        const QString file = QString::fromLatin1(title.file);
        named << file;
        if (folder.exists(file)) {
            list.push_back({QCoreApplication::translate("Samples", title.says), folder.absoluteFilePath(file)});
        }
    }
    const QStringList kinds{QStringLiteral("*.json"), QStringLiteral("*.jsonl"), QStringLiteral("*.log"),
                            QStringLiteral("*.txt"), QStringLiteral("*.py")};
    for (const QString &part : {QString(), QStringLiteral("logs/"), QStringLiteral("output_code/")}) {
        for (const QString &name : QDir(folder.filePath(part)).entryList(kinds, QDir::Files, QDir::Name)) {
            const QString file = part + name;
            if (!named.contains(file)) {
                list.push_back({file, folder.absoluteFilePath(file)});
            }
        }
    }
    if (list.empty()) {
        // Installed without its samples folder: one case that needs no file.
        list.push_back({QCoreApplication::translate("Samples", kTitles[0].says),
                        QStringLiteral("new:linear(f16[2,4096], f16[49216,4096])")});
    }
    return list;
}

} // namespace spanscope::ui
