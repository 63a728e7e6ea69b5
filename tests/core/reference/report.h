#pragma once
/// Failures of property tests, told whole: Qt Test shortens its messages, but a document that
/// reproduces a failure is only of use when complete.

#include <iostream>
#include <string>

namespace reference {

/// Returns `ok`; prints the text to standard error when it is false.
inline bool holds(bool ok, const std::string &text)
{
    if (!ok) {
        std::cerr << "FAILING CASE: " << text << '\n';
    }
    return ok;
}

} // namespace reference
