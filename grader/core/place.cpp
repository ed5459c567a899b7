#include "core/place.hpp"

#include "core/text.hpp"

namespace grader {

std::optional<std::pair<Place, std::string_view>> placed(std::string_view text,
                                                         std::string_view file) {
  if (!text.starts_with(file)) return std::nullopt;
  text.remove_prefix(file.size());
  Place place;
  for (unsigned* number : {&place.line, &place.column}) {
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
    const std::optional<unsigned> found = take_number(text);
    if (!found) return std::nullopt;
    *number = *found;
  }
  if (!text.starts_with(": ")) return std::nullopt;
  return std::pair(place, text.substr(2));
}

}  // namespace grader
