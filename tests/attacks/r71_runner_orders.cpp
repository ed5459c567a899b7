// attack: prints, records and throws what the runners of CIs take for orders
// verdict: exception

#include "matrix_attention.hpp"

#include <cstdio>
#include <stdexcept>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&, const Projection&) {
  const char* orders =
      "::add-mask::passed\n ::error file=a.cpp::forged\n##[error]forged\n##vso[task.complete "
      "result=Succeeded;]\n###[section]x\n##teamcity[buildStatus status='SUCCESS']\n"
      "section_start:1560896352:name\r\x1b[0Kheader\ntravis_fold:start:x\n--- folded\n+++ opened\n"
      "fine\r::error::written over\n";
  std::fputs(orders, stdout);
  std::fputs(orders, stderr);
  record(orders, X);
  throw std::runtime_error(orders);
}

}  // namespace softmark
