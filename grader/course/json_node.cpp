#include "course/json_node.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace grader {

using json = nlohmann::ordered_json;

namespace {

/// Where in `text` the parser stopped. One error, a number beyond every double, comes without a
/// place, but quotes the number.
std::size_t error_offset(const std::string& text, const json::exception& error) {
  if (const auto* parse = dynamic_cast<const json::parse_error*>(&error)) return parse->byte - 1;
  const std::string reason = error.what();
  const std::size_t quote = reason.find('\'');
  if (quote == std::string::npos) return 0;
  const std::size_t found = text.find(reason.substr(quote + 1, reason.rfind('\'') - quote - 1));
  return found == std::string::npos ? 0 : found;
}

std::string read_json_file(const std::filesystem::path& file, const std::string& fix) {
  std::string text;
  try {
    text = read_file(file);
  } catch (const InputError& error) {
    throw InputError(error.what(), fix);
  }
  if (trimmed(text).empty()) {
    throw InputError(fmt::format("{}: expected JSON, found an empty file", file.string()), fix);
  }
  return text;
}

/// Builds the document while it is read, as nlohmann's own reader does, but for lists of numbers
/// with a point: they stand in it as bytes. They are most of the reference data, and a value of its
/// own for each number takes longer than reading it.
class Builder {
 public:
  explicit Builder(json& root) : root_(root) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) {
    if (!packing_) return add(value);
    numbers_.push_back(value);
    return true;
  }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(json::binary_t& value) { return add(std::move(value)); }
  bool start_object(std::size_t) { return open(json::object()); }
  bool key(std::string& value) {
    key_ = std::move(value);
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t) {
    open(json::array());
    packing_ = true;
    return true;
  }
  bool end_array() {
    if (packing_ && !numbers_.empty()) {
      *open_.back() = packed(numbers_);
      numbers_.clear();
    }
    return close();
  }
  // As what it is, not as the base: its place is in it.
  bool parse_error(std::size_t, const std::string&, const json::parse_error& error) { throw error; }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) { throw error; }

 private:
  static json packed(const std::vector<double>& numbers) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(numbers.data());
    return json::binary(
        json::binary_t::container_type(bytes, bytes + sizeof(double) * numbers.size()));
  }

  /// Puts the numbers that were kept back where something else follows.
  void stop_packing() {
    packing_ = false;
    for (const double number : numbers_) open_.back()->push_back(number);
    numbers_.clear();
  }

  template <class Value>
  bool add(Value&& value) {
    put(std::forward<Value>(value));
    return true;
  }

  template <class Value>
  json* put(Value&& value) {
    if (packing_) stop_packing();
    if (open_.empty()) return &(root_ = std::forward<Value>(value));
    json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::forward<Value>(value));
    parent.push_back(std::forward<Value>(value));
    return &parent.back();
  }

  bool open(json value) {
    open_.push_back(put(std::move(value)));
    return true;
  }

  bool close() {
    packing_ = false;
    open_.pop_back();
    return true;
  }

  json& root_;
  std::vector<json*> open_;  ///< objects and lists that have not ended; none grows but the last
  std::string key_;
  std::vector<double> numbers_;  ///< of the innermost list, which has had nothing else so far
  bool packing_ = false;
};

/// A list that Builder has packed, as any other.
json unpacked(const json& value) {
  const json::binary_t& bytes = value.get_binary();
  json list = json::array();
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(double)) {
    double number = 0;
    std::memcpy(&number, bytes.data() + i, sizeof number);
    list.push_back(number);
  }
  return list;
}

}  // namespace

JsonNode JsonNode::read(const std::filesystem::path& file, std::string fix) {
  const std::string text = read_json_file(file, fix);
  auto document = std::make_shared<Document>();
  document->file = file;
  document->fix = fix;
  try {
    Builder builder(document->root);
    json::sax_parse(text, &builder);
  } catch (const json::exception& error) {
    const std::size_t offset = error_offset(text, error);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    const std::string reason = error.what();
    throw InputError(
        fmt::format("{}:{}: {}: {}", file.string(), std::count(text.begin(), end, '\n') + 1,
                    offset >= text.size() ? "truncated JSON" : "not JSON",
                    printable(reason.substr(reason.find("] ") + 2))),
        fix);
  }
  const json& root = document->root;
  return {std::move(document), root, ""};
}

JsonNode JsonNode::read_root(const std::filesystem::path& file,
                             std::vector<std::string_view> fields, std::string fix) {
  const JsonNode root = read(file, std::move(fix));
  fields.insert(fields.begin(), "format_version");
  root.only(fields);
  if (root.at("format_version").size() != 1) root.at("format_version").fail("expected 1");
  return root;
}

void JsonNode::fail(const std::string& what) const {
  throw InputError(
      fmt::format("{}: {}{}{}", document_->file.string(), place_, place_.empty() ? "" : ": ", what),
      document_->fix);
}

void JsonNode::expected(const char* what) const {
  std::string found = value_->is_binary() ? unpacked(*value_).dump() : value_->dump();
  if (found.size() > 40) found = found.substr(0, 37) + "...";
  fail(fmt::format("expected {}, found {}", what, found));
}

bool JsonNode::has(std::string_view key) const {
  return value_->is_object() && value_->contains(key);
}

JsonNode JsonNode::at(std::string_view key) const {
  if (!value_->is_object()) expected("an object");
  const auto found = value_->find(key);
  if (found == value_->end()) fail(fmt::format("the field \"{}\" is missing", key));
  std::string place = place_;
  if (!place.empty()) place += '.';
  place += key;
  return {document_, *found, std::move(place)};
}

std::vector<JsonNode> JsonNode::elements() const {
  if (value_->is_binary()) {
    auto document =
        std::make_shared<Document>(Document{document_->file, document_->fix, unpacked(*value_)});
    const json& list = document->root;
    return JsonNode(std::move(document), list, place_).elements();
  }
  if (!value_->is_array()) expected("an array");
  std::vector<JsonNode> nodes;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    nodes.push_back({document_, (*value_)[i], place_ + '[' + std::to_string(i) + ']'});
  }
  return nodes;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!value_->is_object()) expected("an object");
  std::vector<std::pair<std::string, JsonNode>> nodes;
  for (const auto& member : value_->items()) nodes.emplace_back(member.key(), at(member.key()));
  return nodes;
}

void JsonNode::only(const std::vector<std::string_view>& known) const {
  if (!value_->is_object()) expected("an object");
  for (const auto& member : value_->items()) {
    const std::string& key = member.key();
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      fail(fmt::format("unknown field \"{}\"; expected one of: {}", printable(key),
                       fmt::join(known, ", ")));
    }
  }
}

bool JsonNode::boolean() const {
  if (!value_->is_boolean()) expected("true or false");
  return value_->get<bool>();
}

std::string JsonNode::text() const {
  if (!value_->is_string()) expected("a string");
  return value_->get<std::string>();
}

namespace {

/// Nothing where it is no number, or none that is finite.
std::optional<double> number_in(const json& value) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}
}  // namespace

double JsonNode::number() const {
  const std::optional<double> number = number_in(*value_);
  if (!number) expected("a finite number");
  return *number;
}

std::vector<double> JsonNode::numbers() const {
  if (value_->is_binary()) {  // all of them finite: JSON has no others
    const json::binary_t& bytes = value_->get_binary();
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  }
  if (!value_->is_array()) expected("an array");
  std::vector<double> numbers;
  numbers.reserve(value_->size());
  for (const json& value : *value_) {
    const std::optional<double> number = number_in(value);
    if (!number) elements()[numbers.size()].expected("a finite number");
    numbers.push_back(*number);
  }
  return numbers;
}

std::size_t JsonNode::size() const {
  if (!value_->is_number_unsigned()) expected("a whole number from 0");
  return value_->get<std::size_t>();
}

std::uint32_t JsonNode::uint32() const {
  const std::size_t number = size();
  if (number > std::numeric_limits<std::uint32_t>::max()) expected("a whole number below 2^32");
  return static_cast<std::uint32_t>(number);
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> texts;
  for (const JsonNode& node : elements()) texts.push_back(node.text());
  return texts;
}

}  // namespace grader
