#pragma once
// A JSON object whose last member is a long list, written an element at a time.

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

namespace grader {

/// Writes what `dump(1)` of the whole object would give, in ASCII and with a line end. Nothing in
/// it is a command to a CI's runner.
class JsonList {
 public:
  /// `head` has the members before the list, at least one.
  JsonList(std::ostream& stream, const nlohmann::ordered_json& head, const std::string& list);
  JsonList(const JsonList&) = delete;
  JsonList& operator=(const JsonList&) = delete;
  ~JsonList();

  void add(const nlohmann::ordered_json& element);

 private:
  std::ostream& stream_;
  bool empty_ = true;
};

}  // namespace grader
