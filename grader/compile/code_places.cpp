#include "compile/code_places.hpp"

#include "core/text.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace grader {
namespace {

using Bytes = std::span<const std::byte>;

/// Reads from the front. After the first read that does not fit, `ok()` is false and all give zero.
class Cursor {
 public:
  explicit Cursor(Bytes bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return !ok_ || rest_.empty(); }

  template <class T>
  T number() {
    T value{};
    const Bytes bytes = take(sizeof value);
    if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  Bytes take(std::uint64_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const Bytes taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  /// A number in base 128, with a sign or without. Of a long one the part beyond 64 bits is
  /// dropped.
  std::uint64_t leb(bool has_sign = false) {
    std::uint64_t value = 0;
    unsigned bits = 0;
    std::uint8_t byte = 0x80;
    for (; (byte & 0x80U) != 0; bits += 7) {
      byte = number<std::uint8_t>();
      if (bits < 64) value |= std::uint64_t{byte & 0x7fU} << bits;
    }
    const bool negative = has_sign && (byte & 0x40U) != 0 && bits < 64;
    return negative ? value | ~std::uint64_t{0} << bits : value;
  }

  /// Up to the next zero, which is left out.
  std::string_view text() {
    const auto zero = std::ranges::find(rest_, std::byte{0});
    const Bytes bytes = take(static_cast<std::size_t>(zero - rest_.begin()));
    take(1);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

 private:
  Bytes rest_;
  bool ok_ = true;
};

/// The bytes from `offset`, as far as they are there.
Bytes part(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

template <class T>
T value_at(Bytes bytes, std::uint64_t offset) {
  return Cursor(part(bytes, offset, sizeof(T))).number<T>();
}

/// What the line table of one object file begins with. Source: DWARF 4, section 6.2.
struct Head {
  std::uint8_t step = 1, line_range = 0, first_special = 0;
  std::int8_t line_base = 0;
  Bytes lengths;                       ///< of operations, how many operands each has
  std::vector<std::uint64_t> sources;  ///< the numbers of the file that is asked for
};

/// Takes it off the front of `table`; it has no sources where the table cannot be read.
Head take_head(Cursor& table, std::string_view source) {
  Head head;
  const auto version = table.number<std::uint16_t>();
  Cursor bytes(table.take(table.number<std::uint32_t>()));
  head.step = bytes.number<std::uint8_t>();
  bytes.take(version >= 4 ? 2 : 1);  // operations an instruction, whether rows are statements
  head.line_base = bytes.number<std::int8_t>();
  head.line_range = bytes.number<std::uint8_t>();
  head.first_special = bytes.number<std::uint8_t>();
  head.lengths = bytes.take(head.first_special > 0 ? head.first_special - 1U : 0);
  while (!bytes.text().empty()) {  // folders
  }
  for (std::uint64_t number = 1; bytes.ok(); ++number) {
    const std::string_view name = bytes.text();
    if (name.empty()) break;
    const bool in_the_folder = bytes.leb() == 0;
    bytes.leb();  // time
    bytes.leb();  // size
    if (in_the_folder && name == source) head.sources.push_back(number);
  }
  const bool known = version >= 2 && version <= 4 && bytes.ok();
  if (!known || head.line_range == 0 || head.first_special == 0) head.sources.clear();
  return head;
}

/// A row of a line table: from its address to that of the next one it tells the place.
struct Row {
  std::uint64_t address = 0;
  std::uint64_t file = 1;
  std::uint64_t line = 1;
  std::uint64_t column = 0;
};

/// Runs the program that a table is. Calls see(row, next) for all rows, neighbours each time.
template <class See>
void run(Cursor program, const Head& head, See see) {
  Row row;
  std::optional<Row> previous;
  const auto emit = [&] {
    if (previous) see(*previous, row);
    previous = row;
  };
  const auto advance = [&](std::uint64_t steps) { row.address += steps * head.step; };
  while (!program.at_end()) {
    const auto code = program.number<std::uint8_t>();
    if (code >= head.first_special) {
      const int number = code - head.first_special;
      advance(static_cast<std::uint64_t>(number / head.line_range));
      row.line += static_cast<std::uint64_t>(head.line_base + number % head.line_range);
      emit();
    } else if (code == 0) {
      Cursor operands(program.take(program.leb()));
      const auto extended = operands.number<std::uint8_t>();
      if (extended == 2) row.address = operands.number<std::uint64_t>();
      if (extended != 1) continue;
      emit();  // the end of a piece of code
      row = {};
      previous.reset();
    } else if (code == 1) {
      emit();
    } else if (code == 2) {
      advance(program.leb());
    } else if (code == 3) {
      row.line += program.leb(true);
    } else if (code == 4) {
      row.file = program.leb();
    } else if (code == 5) {
      row.column = program.leb();
    } else if (code == 8) {
      advance((255U - head.first_special) / head.line_range);
    } else if (code == 9) {
      row.address += program.number<std::uint16_t>();
    } else {
      for (auto left = std::to_integer<unsigned>(head.lengths[code - 1U]); left > 0; --left)
        program.leb();
    }
  }
}

}  // namespace

Section section_of(std::span<const std::byte> program, std::string_view name) {
  const auto head = value_at<Elf64_Ehdr>(program, 0);
  const bool known = std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
                     head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_shentsize == sizeof(Elf64_Shdr);
  if (!known) return {};
  const Bytes headers = part(program, head.e_shoff, head.e_shnum * sizeof(Elf64_Shdr));
  const auto header = [&](std::uint64_t number) {
    return value_at<Elf64_Shdr>(headers, number * sizeof(Elf64_Shdr));
  };
  const Elf64_Shdr names = header(head.e_shstrndx);
  const Bytes texts = part(program, names.sh_offset, names.sh_size);
  for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr one = header(i);
    if (one.sh_type != SHT_PROGBITS || (one.sh_flags & SHF_COMPRESSED) != 0) continue;
    if (Cursor(part(texts, one.sh_name, texts.size() - one.sh_name)).text() == name)
      return {one.sh_addr, part(program, one.sh_offset, one.sh_size)};
  }
  return {};
}

std::vector<std::optional<Place>> places_of(std::span<const std::byte> program,
                                            std::span<const std::uint64_t> addresses,
                                            std::string_view source) {
  constexpr std::uint64_t most = 1'000'000;  // no source has more lines, or columns
  constexpr std::size_t section_limit = std::size_t{4} << 20;  // of a forged one
  std::vector<std::optional<Place>> places(addresses.size());
  std::vector<bool> found(addresses.size());
  const Bytes bytes = section_of(program, ".debug_line").bytes;
  Cursor section(bytes.size() <= section_limit ? bytes : Bytes());
  while (!section.at_end()) {
    Cursor table(section.take(section.number<std::uint32_t>()));
    const Head head = take_head(table, source);
    if (head.sources.empty()) continue;
    run(table, head, [&](const Row& row, const Row& next) {
      for (std::size_t i = 0; i < addresses.size(); ++i) {
        if (found[i] || addresses[i] < row.address || addresses[i] >= next.address) continue;
        found[i] = true;
        const bool in_source = std::ranges::find(head.sources, row.file) != head.sources.end();
        if (!in_source || row.line == 0 || row.line > most) continue;
        places[i] = Place{static_cast<unsigned>(row.line),
                          static_cast<unsigned>(row.column > most ? 0 : row.column)};
      }
    });
  }
  return places;
}

namespace {

/// Where the name begins that goes on, or ends, at `at`.
std::size_t start_of_name(std::string_view line, std::size_t at) {
  while (at > 0) {
    const char c = line[at - 1];
    const bool arrow = line.substr(0, at).ends_with("->");
    if (!arrow && !in_name(c) && c != '.' && c != ':') break;
    at -= arrow ? 2 : 1;
  }
  return at;
}

/// Where the parenthesis or bracket at `at`, if it closes, was opened; `at` where it was not.
std::size_t opened_at(std::string_view line, std::size_t at) {
  std::size_t depth = 0;
  for (std::size_t i = at + 1; i-- > 0;) {
    if (line[i] == ')' || line[i] == ']') ++depth;
    if (line[i] == '(' || line[i] == '[') --depth;
    if (depth == 0) return i;
  }
  return at;
}

}  // namespace

std::size_t start_of_call(std::string_view line, std::size_t column) {
  if (column == 0 || column > line.size()) return column;
  const std::size_t at = column - 1;
  const char found = line[at];
  if (found == ')' || found == ']') return start_of_name(line, opened_at(line, at)) + 1;
  const bool in_call = found == '(' || found == '[' || in_name(found);
  return in_call ? start_of_name(line, at) + 1 : column;
}

}  // namespace grader
