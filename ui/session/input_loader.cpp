#include "ui/session/input_loader.h"

#include "core/base/input_error.h"
#include "ui/models/text.h"
#include "ui/session/freed_elsewhere.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <sstream>

namespace spanscope::ui {

QString InputRequest::title() const
{
    return InputSource{.path = path, .text = text, .sha256 = {}, .import = nullptr}.title();
}

QByteArray hashOf(const InputRequest &request)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (request.path.isEmpty()) {
        hash.addData(request.text.toUtf8());
        return hash.result().toHex();
    }
    QFile file(request.path);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file)) {
        return {};
    }
    return hash.result().toHex();
}

namespace {

std::shared_ptr<const ImportResult> keep(ImportResult import)
{
    for (GraphPtr &graph : import.graphs) {
        graph = freedElsewhere(std::move(graph));
    }
    return freedElsewhere<const ImportResult>(std::make_shared<ImportResult>(std::move(import)));
}

} // namespace

InputSourcePtr loadInput(const InputRequest &request, const WorkContext &context)
{
    auto source = std::make_shared<InputSource>();
    source->text = request.text;
    if (request.path.isEmpty()) {
        std::istringstream text(request.text.toStdString());
        source->import = keep(importAny(text, "pasted text", InputKind::Unknown, context));
    } else {
        const QFileInfo info(request.path);
        source->path = info.absoluteFilePath();
        if (!info.exists()) {
            throw InputError(request.path.toStdString(), {}, "there is no such file");
        }
        if (info.isDir()) {
            throw InputError(request.path.toStdString(), {}, "this is a folder");
        }
        source->import = keep(openInput(source->path.toStdString(), InputKind::Unknown, context));
    }
    if (context.cancelled()) {
        return nullptr;
    }
    if (source->import->graphs.empty()) {
        throw InputError(request.title().toStdString(), {}, "nothing in it describes an operation");
    }
    source->sha256 = hashOf(request);
    return source;
}

} // namespace spanscope::ui
