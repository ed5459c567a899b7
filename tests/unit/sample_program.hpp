#pragma once
// A program file that is nothing but a line table, put together by hand.

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace sample {

/// The bytes of a number, as the machine has them.
template <class T>
std::string bytes_of(const T& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// A program whose sections are a table of names and `.debug_line` with this content.
inline std::string program_with_lines(const std::string& content, std::uint64_t flags = 0) {
  const std::string names("\0.names\0.debug_line\0", 20);
  Elf64_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = 3;
  head.e_shstrndx = 1;
  head.e_shoff = sizeof head;
  Elf64_Shdr sections[3]{};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof head + sizeof sections;
  sections[1].sh_size = names.size();
  sections[2].sh_name = 8;
  sections[2].sh_type = SHT_PROGBITS;
  sections[2].sh_flags = flags;
  sections[2].sh_addr = 0x40;
  sections[2].sh_offset = sections[1].sh_offset + names.size();
  sections[2].sh_size = content.size();
  return bytes_of(head) + bytes_of(sections) + names + content;
}

/// A line table of DWARF 4 that knows the files a.cpp (number 1), another a.cpp in a folder (2) and
/// b.cpp (3), with this program.
inline std::string line_table(const std::string& program, unsigned char range = 14) {
  std::string header = {1, 1, 1, '\xfb', static_cast<char>(range), 13};
  header += std::string("\0\1\1\1\1\0\0\0\1\0\0\1", 12);
  header += std::string("include\0\0", 9);
  header += std::string("a.cpp\0\0\0\0a.cpp\0\1\0\0b.cpp\0\0\0\0\0", 28);
  std::string unit = bytes_of(std::uint16_t{4}) +
                     bytes_of(static_cast<std::uint32_t>(header.size())) + header + program;
  return bytes_of(static_cast<std::uint32_t>(unit.size())) + unit;
}

}  // namespace sample
