#pragma once
// What operations on several arrays share: the shape of their result, and pairs of elements.

#include "arrays/support.hpp"

namespace softmark::eager {

/// How a message names an operation and its operands.
struct Words {
  const char* before;
  const char* between;
  bool swapped;  ///< the second operand is named first
};

Words words_of(Binary op);

/// The shape to which both broadcast. Throws xt::broadcast_error, with the operation and both
/// shapes, where there is none.
Shape broadcast_shape(const Words& words, const Operand& a, const Operand& b);
/// The shape to which all broadcast, likewise, one after the other.
Shape broadcast_shape(const Words& words, std::initializer_list<Operand> operands);

/// target = a op b, both broadcast to `shape`; T is the type of the operands' elements.
template <class T>
void calculate(Binary op, const Operand& a, const Operand& b, const Shape& shape, T* target);

}  // namespace softmark::eager
