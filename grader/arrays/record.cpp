// record() of plain arrays: programs that record a hundred steps have no code for it of their own.

#include "softmark/record.hpp"

namespace softmark {

template <class A>
requires(std::is_same_v<A, Vector> || std::is_same_v<A, Matrix> ||
         std::is_same_v<A, Tensor3>) void record(const char* name, const A& value) {
  detail::record(name, value.dimension(), value.shape().data(), value.data());
}
template void record(const char*, const Vector&);
template void record(const char*, const Matrix&);
template void record(const char*, const Tensor3&);

}  // namespace softmark
