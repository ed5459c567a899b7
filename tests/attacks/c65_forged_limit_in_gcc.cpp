// attack: a file whose name says that memory ran out, in lines of GCC that have no error
// verdict: build_failed
// compiler: gcc

#include "matrix_attention.hpp"

#line 1 "error: out of memory"
template <class A>
A inside(A a) {
  return a.missing;
}
int user() { return inside(1) + missing; }

#include "returns_nothing.hpp"
