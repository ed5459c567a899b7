#include "compile/line_table.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace grader {
namespace {

/// Reads from the front. After the first read that does not fit, `ok()` is false and all give zero.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return !ok_ || rest_.empty(); }

  template <class T>
  T number() {
    T value{};
    const std::span<const std::byte> bytes = take(sizeof value);
    if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::span<const std::byte> take(std::uint64_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  /// A number in base 128, of which the part beyond 64 bits is dropped.
  std::uint64_t leb() {
    unsigned bits = 0;
    bool negative = false;
    return leb(bits, negative);
  }

  /// Likewise, with a sign.
  std::int64_t signed_leb() {
    unsigned bits = 0;
    bool negative = false;
    std::uint64_t value = leb(bits, negative);
    if (negative && bits < 64) value |= ~std::uint64_t{0} << bits;
    return static_cast<std::int64_t>(value);
  }

  /// Up to the next zero, which is left out.
  std::string_view text() {
    const auto zero = std::ranges::find(rest_, std::byte{0});
    const auto size = static_cast<std::size_t>(zero - rest_.begin());
    ok_ = ok_ && zero != rest_.end();
    const auto bytes = take(size);
    take(1);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

 private:
  std::uint64_t leb(unsigned& bits, bool& negative) {
    std::uint64_t value = 0;
    for (bool more = true; more && ok_;) {
      const auto byte = number<std::uint8_t>();
      if (bits < 64) value |= std::uint64_t{byte & 0x7fU} << bits;
      bits += 7;
      negative = (byte & 0x40U) != 0;
      more = (byte & 0x80U) != 0;
    }
    return value;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

/// The bytes from `offset`, as far as they are there.
std::span<const std::byte> part(std::span<const std::byte> bytes, std::uint64_t offset,
                                std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

/// A row of a line table: from its address to that of the next one it tells the place.
struct Row {
  std::uint64_t address = 0;
  std::uint64_t file = 1;
  std::uint64_t line = 1;
  std::uint64_t column = 0;
};

/// The line table of one object file. Source: DWARF 4, section 6.2.
class Table {
 public:
  Table(std::span<const std::byte> bytes, std::string_view source) : bytes_(bytes) {
    const auto version = bytes_.number<std::uint16_t>();
    Cursor header(bytes_.take(bytes_.number<std::uint32_t>()));
    step_ = header.number<std::uint8_t>();
    header.take(version >= 4 ? 2 : 1);  // operations an instruction, whether rows are statements
    line_base_ = header.number<std::int8_t>();
    line_range_ = header.number<std::uint8_t>();
    first_special_ = header.number<std::uint8_t>();
    lengths_ = header.take(first_special_ > 0 ? first_special_ - 1U : 0);
    while (!header.text().empty()) {  // folders
    }
    for (std::uint64_t number = 1; header.ok(); ++number) {
      const std::string_view name = header.text();
      if (name.empty()) break;
      const bool in_the_folder = header.leb() == 0;
      header.leb();  // time
      header.leb();  // size
      if (in_the_folder && name == source) sources_.push_back(number);
    }
    usable_ = version >= 2 && version <= 4 && header.ok() && line_range_ > 0 && first_special_ > 0;
  }

  /// Runs the program that the table is. Calls see(row, next) for all rows, neighbours each time.
  template <class See>
  void run(See see) {
    while (usable_ && !sources_.empty() && !bytes_.at_end()) step(see);
  }

  bool is_source(std::uint64_t file) const {
    return std::ranges::find(sources_, file) != sources_.end();
  }

 private:
  template <class See>
  void step(See& see) {
    const auto code = bytes_.number<std::uint8_t>();
    if (code >= first_special_) {
      const unsigned number = code - static_cast<unsigned>(first_special_);
      advance(number / line_range_);
      row_.line += static_cast<std::uint64_t>(line_base_ + static_cast<int>(number % line_range_));
      emit(see);
    } else if (code == 0) {
      extended(see);
    } else {
      standard(code, see);
    }
  }

  template <class See>
  void standard(std::uint8_t code, See& see) {
    switch (code) {
      case 1:
        return emit(see);
      case 2:
        return advance(bytes_.leb());
      case 3:
        row_.line += static_cast<std::uint64_t>(bytes_.signed_leb());
        return;
      case 4:
        row_.file = bytes_.leb();
        return;
      case 5:
        row_.column = bytes_.leb();
        return;
      case 8:
        return advance((255U - first_special_) / line_range_);
      case 9:
        row_.address += bytes_.number<std::uint16_t>();
        return;
      default:
        for (auto left = std::to_integer<unsigned>(lengths_[code - 1U]); left > 0; --left)
          bytes_.leb();
    }
  }

  template <class See>
  void extended(See& see) {
    Cursor operands(bytes_.take(bytes_.leb()));
    const auto code = operands.number<std::uint8_t>();
    if (code == 1) {  // the end of a piece of code
      emit(see);
      row_ = {};
      has_previous_ = false;
    } else if (code == 2) {
      row_.address = operands.number<std::uint64_t>();
    }
  }

  void advance(std::uint64_t steps) { row_.address += steps * step_; }

  template <class See>
  void emit(See& see) {
    if (has_previous_) see(previous_, row_);
    previous_ = row_;
    has_previous_ = true;
  }

  Cursor bytes_;
  std::uint8_t step_ = 1, line_range_ = 0, first_special_ = 0;
  std::int8_t line_base_ = 0;
  std::span<const std::byte> lengths_;
  std::vector<std::uint64_t> sources_;
  bool usable_ = false;
  Row row_, previous_;
  bool has_previous_ = false;
};

}  // namespace

Section section_of(std::span<const std::byte> program, std::string_view name) {
  Cursor start(program);
  const auto head = start.number<Elf64_Ehdr>();
  const bool known = start.ok() && std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
                     head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_shentsize == sizeof(Elf64_Shdr);
  if (!known) return {};
  const auto header = [&](std::uint64_t number) {
    const std::uint64_t offset = number * sizeof(Elf64_Shdr);
    if (number >= head.e_shnum || head.e_shoff > program.size()) return Elf64_Shdr{};
    return Cursor(part(program.subspan(head.e_shoff), offset, sizeof(Elf64_Shdr)))
        .number<Elf64_Shdr>();
  };
  const Elf64_Shdr names = header(head.e_shstrndx);
  const auto texts = part(program, names.sh_offset, names.sh_size);
  for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr one = header(i);
    if (one.sh_type != SHT_PROGBITS || (one.sh_flags & SHF_COMPRESSED) != 0) continue;
    if (one.sh_name > texts.size() || Cursor(texts.subspan(one.sh_name)).text() != name) continue;
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
  const auto bytes = section_of(program, ".debug_line").bytes;
  Cursor section(bytes.size() <= section_limit ? bytes : bytes.first(0));
  while (!section.at_end()) {
    Table table(section.take(section.number<std::uint32_t>()), source);
    table.run([&](const Row& row, const Row& next) {
      for (std::size_t i = 0; i < addresses.size(); ++i) {
        if (found[i] || addresses[i] < row.address || addresses[i] >= next.address) continue;
        found[i] = true;
        if (!table.is_source(row.file) || row.line == 0 || row.line > most) continue;
        places[i] = Place{static_cast<unsigned>(row.line),
                          static_cast<unsigned>(row.column > most ? 0 : row.column)};
      }
    });
  }
  return places;
}

}  // namespace grader
