#include "batch/shard.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

namespace grader {

Shard shard_in(const std::string& text) {
  std::string_view rest = text;
  const std::optional<unsigned> index = take_number(rest);
  const bool slash = rest.starts_with('/');
  rest.remove_prefix(slash ? 1 : 0);
  const std::optional<unsigned> count = take_number(rest);
  if (!index || !slash || !count || !rest.empty() || *index >= *count || *count > 1'000'000) {
    throw InputError(
        fmt::format("--shard {}: expected I/N with I from 0 to N-1", printable_name(text)),
        "--shard 0/4 is the first of four");
  }
  return {*index, *count};
}

std::size_t shard_of(const std::string& id, std::size_t count) {
  const Digest256 digest = sha256(id);
  std::uint64_t number = 0;  // the same on every machine
  for (std::size_t i = 0; i < sizeof number; ++i)
    number = number << 8 | static_cast<std::uint8_t>(digest[i]);
  return static_cast<std::size_t>(number % count);
}

void keep_part(const Shard& shard, std::vector<Submitter>& submitters) {
  std::erase_if(submitters,
                [&](const Submitter& one) { return shard_of(one.id, shard.count) != shard.index; });
}

}  // namespace grader
