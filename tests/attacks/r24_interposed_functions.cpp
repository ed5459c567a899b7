// attack: defines functions of the C library, the harness and operator new itself
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

static int seen = 0;

extern "C" {
long write(int, const void*, std::size_t size) { return ++seen, static_cast<long>(size); }
long read(int, void*, std::size_t) { return ++seen, 0; }
int memcmp(const void*, const void*, std::size_t) noexcept { return ++seen, 0; }
double fabs(double) noexcept { return ++seen, 0; }
int close(int) { return ++seen, 0; }
void* dlsym(void*, const char*) noexcept { return ++seen, nullptr; }
int prctl(int, ...) noexcept { return ++seen, 0; }
int setrlimit(int, const void*) noexcept { return ++seen, 0; }
int main() { return ++seen, 0; }
}

void* operator new(std::size_t size) { return ++seen, std::calloc(1, size); }
void operator delete(void*) noexcept { ++seen; }

namespace softmark::detail {
void record(std::string_view, std::size_t, const std::size_t*, const double*) { ++seen; }
Matrix dot(const Matrix& a, const Matrix&) { return ++seen, a; }
}  // namespace softmark::detail

static void attack() {
  std::printf("calls that came here: %d\n", seen);
}

#include "then_zeros.hpp"
