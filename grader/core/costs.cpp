#include "core/costs.hpp"

#include <fmt/format.h>

namespace grader {

std::string cost_text(Cost cost, double amount) {
  const bool bytes = cost == Cost::peak_bytes || cost == Cost::all_bytes;
  if (amount >= 999.5e6)
    return fmt::format("{:.3g} {}", amount / 1e9, bytes ? "GB" : "thousand million");
  if (amount >= 999.5e3) return fmt::format("{:.3g} {}", amount / 1e6, bytes ? "MB" : "million");
  if (amount >= (bytes ? 1e3 : 1e4))
    return fmt::format("{:.3g} {}", amount / 1e3, bytes ? "kB" : "thousand");
  return fmt::format("{}{}", amount, bytes ? " bytes" : "");
}

}  // namespace grader
