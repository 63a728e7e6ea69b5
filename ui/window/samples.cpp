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

QString translated(const char *text)
{
    return QCoreApplication::translate("Samples", text);
}

} // namespace

std::vector<Sample> samples()
{
    std::vector<Sample> list{
        {translated("LM head with 49,216 rows: every split cuts a stick"),
         QStringLiteral("new:linear(f16[2,4096], f16[49216,4096])")},
        {translated("Residual add of 98,000 rows: four tiles where older compilers took two"),
         QStringLiteral("new:add(bf16[98000,4096], bf16[98000,4096])")},
        {translated("Product and sum over 17,408 columns: a group and a reduction"),
         QStringLiteral("new:h = mul(f16[32,8192,17408], f16[1,8192,17408]); sum(h, dim=-1)")},
    };
    const QDir folder = samplesFolder();
    const QStringList files =
        folder.entryList({QStringLiteral("*.json"), QStringLiteral("*.jsonl"), QStringLiteral("*.log"),
                          QStringLiteral("*.txt"), QStringLiteral("*.py")},
                         QDir::Files, QDir::Name);
    for (const QString &file : files) {
        list.push_back({file, folder.absoluteFilePath(file)});
    }
    return list;
}

} // namespace spanscope::ui
