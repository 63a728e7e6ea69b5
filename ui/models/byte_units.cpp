#include "ui/models/byte_units.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

QString bytesText(Int bytes, ByteUnits units)
{
    return units == ByteUnits::Binary ? qs(humanBytes(bytes)) : qs(grouped(bytes)) + QStringLiteral(" B");
}

} // namespace spanscope::ui
