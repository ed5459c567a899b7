#pragma once
// JSON with a memory of where it stands: every access that does not find what it expects throws an
// InputError that names the file and the place.

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One value inside a JSON file. Cheap to copy; keeps the document alive.
class JsonNode {
 public:
  /// Reads `file`. Throws InputError when it is unreadable, truncated or no JSON; `fix` is what
  /// mends it.
  static JsonNode read(const std::filesystem::path& file, std::string fix = {});

  /// Likewise of one of the course's own files: an object of format_version 1 and nothing but
  /// `fields`.
  static JsonNode read_root(const std::filesystem::path& file, std::vector<std::string_view> fields,
                            std::string fix = {});

  bool has(std::string_view key) const;
  /// The member `key`, which must be there.
  JsonNode at(std::string_view key) const;
  /// All elements of an array.
  std::vector<JsonNode> elements() const;
  /// Those of the array `key`; none where it is not there.
  std::vector<JsonNode> elements_of(std::string_view key) const {
    return has(key) ? at(key).elements() : std::vector<JsonNode>{};
  }
  /// All members of an object, with their names.
  std::vector<std::pair<std::string, JsonNode>> members() const;
  /// Throws when the object has a member that is not in `known`.
  void only(const std::vector<std::string_view>& known) const;

  bool is_null() const { return value_->is_null(); }
  bool is_text() const { return value_->is_string(); }
  bool is_object() const { return value_->is_object(); }
  bool boolean() const;
  std::string text() const;
  double number() const;                ///< finite
  std::vector<double> numbers() const;  ///< all elements of an array of finite ones
  std::size_t size() const;             ///< a whole number from 0
  std::uint32_t uint32() const;         ///< a whole number below 2^32
  std::vector<std::string> texts() const;
  /// A text that is one of `known`; `kind` is what messages call it.
  std::string one_of(std::string_view kind, const std::vector<std::string>& known) const;

  /// Throws an InputError about this value.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Document {
    std::filesystem::path file;
    std::string fix;
    nlohmann::ordered_json root;
  };

  JsonNode(std::shared_ptr<const Document> document, const nlohmann::ordered_json& value,
           std::string place)
      : document_(std::move(document)), value_(&value), place_(std::move(place)) {}

  [[noreturn]] void expected(const char* what) const;

  std::shared_ptr<const Document> document_;
  const nlohmann::ordered_json* value_;
  std::string place_;  ///< such as cases[2].inputs.X
};

}  // namespace grader
