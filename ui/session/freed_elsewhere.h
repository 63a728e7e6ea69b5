#pragma once
/// Large results go away without stopping the window.

#include <QThreadPool>

#include <memory>
#include <utility>

namespace spanscope::ui {

/// The same object; when its last owner lets go, another thread takes it apart. Freeing the results of
/// some ten thousand ops takes long enough to be felt.
template <typename T> [[nodiscard]] std::shared_ptr<T> freedElsewhere(std::shared_ptr<T> object)
{
    T *raw = object.get();
    if (raw == nullptr) {
        return nullptr;
    }
    return std::shared_ptr<T>(raw, [kept = std::move(object)](T * /*raw*/) mutable {
        QThreadPool::globalInstance()->start([last = std::move(kept)]() mutable { last.reset(); });
    });
}

} // namespace spanscope::ui
