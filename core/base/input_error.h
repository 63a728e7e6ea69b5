#pragma once
/// The one exception of the readers: something the input got wrong.

#include <stdexcept>
#include <string>
#include <utility>

namespace spanscope {

/// An error that is the input's fault: which file, where in it, and why.
class InputError : public std::runtime_error
{
public:
    /// \param place a JSON pointer, `line 3, column 7`, or empty
    InputError(std::string file, std::string place, std::string reason)
        : std::runtime_error(compose(file, place, reason))
        , m_file(std::move(file))
        , m_place(std::move(place))
        , m_reason(std::move(reason))
    {
    }

    [[nodiscard]] const std::string &file() const { return m_file; }
    [[nodiscard]] const std::string &place() const { return m_place; }
    [[nodiscard]] const std::string &reason() const { return m_reason; }

private:
    static std::string compose(const std::string &file, const std::string &place, const std::string &reason)
    {
        std::string text = file;
        if (!place.empty()) {
            text += text.empty() ? place : ": " + place;
        }
        return text.empty() ? reason : text + ": " + reason;
    }

    std::string m_file;
    std::string m_place;
    std::string m_reason;
};

} // namespace spanscope
