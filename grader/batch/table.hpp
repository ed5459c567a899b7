#pragma once
// Tables as people have them: of platforms, of spreadsheets, or typed by hand. Pure.

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct TableRow {
  std::size_t line = 0;  ///< of the file, counted from 1
  std::vector<std::string> cells;
};

struct Table {
  std::string file;
  char separator = ',';
  std::vector<std::string> head;  ///< in small letters; empty where the table has none
  std::vector<TableRow> rows;

  /// The first column whose head is one of these.
  std::optional<std::size_t> column(std::initializer_list<std::string_view> names) const;
};

/// Reads cells between commas, semicolons or tabs, whichever the first line has, or a line "sep=;"
/// before it names; in quotes as in RFC 4180. The text is UTF-8, UTF-16 with a byte order mark, or
/// else Windows-1252. The first row is a head where it has a word that heads of lists have, such as
/// "id" or "Email address". Rows without text and those that begin with '#' are not there. Throws
/// InputError, with file and line, where a quote does not end.
Table table_in(std::string_view bytes, const std::string& file);

/// The column of which most cells, and one at least, are as `is_meant` says.
std::optional<std::size_t> column_of_most(const Table& table,
                                          const std::function<bool(const std::string&)>& is_meant);

/// The cell of that row; empty where the row is shorter.
std::string cell_of(const TableRow& row, std::size_t column);

/// The row as a message shows it.
std::string row_text(const Table& table, const TableRow& row);

}  // namespace grader
