#include "course/json_node.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace grader {

using json = nlohmann::ordered_json;

JsonNode JsonNode::read(const std::filesystem::path& file, std::string fix) {
  const auto document = std::make_shared<Document>(Document{file, fix, {}});
  std::string text;
  try {
    text = read_file(file);
  } catch (const InputError& error) {
    throw InputError(error.what(), fix);
  }
  if (trimmed(text).empty())
    throw InputError(fmt::format("{}: expected JSON, found an empty file", file.string()), fix);
  try {
    document->root = json::parse(text);
  } catch (const json::exception& error) {
    // A number beyond every double comes without a place; the reason quotes it.
    const auto* parse = dynamic_cast<const json::parse_error*>(&error);
    const std::size_t offset = parse != nullptr ? parse->byte - 1 : 0;
    const std::string reason = error.what();
    throw InputError(fmt::format("{}{}: {}: {}", file.string(),
                                 parse != nullptr ? fmt::format(":{}", line_of(text, offset)) : "",
                                 offset >= text.size() ? "truncated JSON" : "not JSON",
                                 printable(reason.substr(reason.find("] ") + 2))),
                     fix);
  }
  return {document, document->root, ""};
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
  std::string found = value_->dump();
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
  return {document_, *found, (place_.empty() ? "" : place_ + '.').append(key)};
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!value_->is_array()) expected("an array");
  std::vector<JsonNode> nodes;
  for (std::size_t i = 0; i < value_->size(); ++i)
    nodes.push_back({document_, (*value_)[i], place_ + '[' + std::to_string(i) + ']'});
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
    if (std::ranges::find(known, member.key()) == known.end())
      fail(fmt::format("unknown field \"{}\"; expected one of: {}", printable(member.key()),
                       fmt::join(known, ", ")));
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

double JsonNode::number() const {
  if (!value_->is_number() || !std::isfinite(value_->get<double>())) expected("a finite number");
  return value_->get<double>();
}

std::vector<double> JsonNode::numbers() const {
  if (!value_->is_array()) expected("an array");
  std::vector<double> numbers;
  numbers.reserve(value_->size());
  for (const json& value : *value_) {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      elements()[numbers.size()].expected("a finite number");
    numbers.push_back(value.get<double>());
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

std::string JsonNode::one_of(std::string_view kind, const std::vector<std::string>& known) const {
  const std::string found = text();
  if (std::ranges::find(known, found) == known.end())
    fail(fmt::format("unknown {} \"{}\"; expected one of: {}", kind, printable(found),
                     fmt::join(known, ", ")));
  return found;
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> texts;
  for (const JsonNode& node : elements()) texts.push_back(node.text());
  return texts;
}

}  // namespace grader
