// The classes of arrays and views, compiled once: exercises/include/softmark/eager/instances.hpp
// declares them to every other program.

#define SOFTMARK_INSTANCES  // without extern
#include "softmark/eager/instances.hpp"

namespace softmark::eager {

SharedCopy::SharedCopy() = default;
SharedCopy::SharedCopy(const SharedCopy&) = default;
SharedCopy::SharedCopy(SharedCopy&&) noexcept = default;
SharedCopy& SharedCopy::operator=(const SharedCopy&) = default;
SharedCopy& SharedCopy::operator=(SharedCopy&&) noexcept = default;
SharedCopy::~SharedCopy() = default;

}  // namespace softmark::eager
