#include "batch/json_list.hpp"

#include "core/escape.hpp"

namespace grader {
namespace {

std::string dumped(const nlohmann::ordered_json& value) {
  return json_without_orders(
      value.dump(1, ' ', true, nlohmann::json::error_handler_t::replace));
}

}  // namespace

JsonList::JsonList(std::ostream& stream, const nlohmann::ordered_json& head,
                   const std::string& list)
    : stream_(stream) {
  std::string text = dumped(head);
  text.resize(text.size() - 2);  // a line end and a bracket
  stream_ << text << ",\n " << dumped(list) << ": [";
}

void JsonList::add(const nlohmann::ordered_json& element) {
  stream_ << (empty_ ? "\n  " : ",\n  ");
  empty_ = false;
  for (const char c : dumped(element)) {
    stream_ << c;
    if (c == '\n') stream_ << "  ";
  }
}

JsonList::~JsonList() { stream_ << (empty_ ? "]\n}\n" : "\n ]\n}\n"); }

}  // namespace grader
