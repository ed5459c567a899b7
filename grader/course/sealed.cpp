#include "course/sealed.hpp"

#include "core/error.hpp"
#include "course/json_node.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <array>

namespace grader {
namespace {

using Key = std::array<unsigned char, crypto_secretbox_KEYBYTES>;
using Nonce = std::array<unsigned char, crypto_secretbox_NONCEBYTES>;

const unsigned char* bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void append(std::string& text, const Tensor& tensor) {
  for (const std::size_t length : tensor.shape) text += std::to_string(length) + ' ';
  text.append(reinterpret_cast<const char*>(tensor.values.data()),
              tensor.values.size() * sizeof(double));
}

/// From what the mistake gives on every case.
Key key_of(const std::string& name, const std::vector<Case>& cases) {
  std::string text = name;
  for (const Case& one : cases) {
    text += '\0' + one.name + '\0';
    const auto values = one.mistakes.find(name);
    if (values == one.mistakes.end()) continue;
    for (const Tensor& result : values->second.results) append(text, result);
    for (const NamedTensor& step : values->second.steps) append(text, step.tensor);
  }
  Key key;
  crypto_generichash(key.data(), key.size(), bytes(text), text.size(), nullptr, 0);
  return key;
}

std::string base64(const std::string& text) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string written(sodium_base64_encoded_len(text.size(), variant), '\0');
  sodium_bin2base64(written.data(), written.size(), bytes(text), text.size(), variant);
  written.pop_back();  // its zero
  return written;
}

/// Nothing where `written` is no base 64.
std::string from_base64(const std::string& written) {
  std::string text(written.size(), '\0');
  std::size_t size = 0;
  const int failed =
      sodium_base642bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), written.data(),
                        written.size(), nullptr, &size, nullptr, sodium_base64_VARIANT_ORIGINAL);
  text.resize(failed == 0 ? size : 0);
  return text;
}

/// The nonce follows from the message, so that the same one is always sealed to the same bytes and
/// no two share one.
std::string seal(const std::string& message, const Key& key) {
  Nonce nonce;
  crypto_generichash(nonce.data(), nonce.size(), bytes(message), message.size(), key.data(),
                     key.size());
  std::string sealed(nonce.begin(), nonce.end());
  sealed.resize(nonce.size() + crypto_secretbox_MACBYTES + message.size());
  crypto_secretbox_easy(reinterpret_cast<unsigned char*>(sealed.data()) + nonce.size(),
                        bytes(message), message.size(), nonce.data(), key.data());
  return base64(sealed);
}

/// Whether `key` opens what is sealed.
bool unseal(const std::string& sealed, const Key& key, std::string& message) {
  const std::string text = from_base64(sealed);
  constexpr std::size_t before = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
  if (text.size() < before) return false;
  message.assign(text.size() - before, '\0');
  return crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(message.data()),
                                    bytes(text) + crypto_secretbox_NONCEBYTES,
                                    text.size() - crypto_secretbox_NONCEBYTES, bytes(text),
                                    key.data()) == 0;
}

}  // namespace

std::string sealed_mistakes(const std::vector<Mistake>& mistakes, const std::vector<Case>& cases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Mistake& mistake : mistakes) {
    nlohmann::ordered_json entry{{"name", mistake.name}};
    if (!mistake.shares.empty()) entry["shares"] = mistake.shares;
    if (mistake.equivalent) entry["equivalent"] = true;
    if (mistake.lacks) entry["lacks"] = *mistake.lacks;
    entry["sealed"] = seal(mistake.message, key_of(mistake.name, cases));
    list.push_back(std::move(entry));
  }
  const nlohmann::ordered_json file{{"format_version", 1}, {"mistakes", std::move(list)}};
  return file.dump(1) + "\n";
}

std::vector<Mistake> read_sealed_mistakes(const std::filesystem::path& file) {
  const JsonNode root = JsonNode::read_root(file, {"mistakes"});
  std::vector<Mistake> mistakes;
  for (const JsonNode& node : root.at("mistakes").elements()) {
    node.only({"name", "shares", "equivalent", "lacks", "sealed"});
    Mistake& mistake = mistakes.emplace_back();
    mistake.name = node.at("name").text();
    if (node.has("shares")) mistake.shares = node.at("shares").text();
    mistake.equivalent = node.has("equivalent") && node.at("equivalent").boolean();
    if (node.has("lacks")) mistake.lacks = node.at("lacks").texts();
    mistake.sealed = node.at("sealed").text();
  }
  return mistakes;
}

void open_messages(const std::vector<Case>& cases, std::vector<Mistake>& mistakes) {
  for (Mistake& mistake : mistakes) {
    if (mistake.sealed.empty()) continue;
    if (!unseal(mistake.sealed, key_of(mistake.name, cases), mistake.message)) {
      throw InputError(fmt::format("the message of the known mistake {} does not open: it was "
                                   "sealed with other reference data",
                                   mistake.name),
                       "take reference_data/ and references/ from one release");
    }
    mistake.sealed.clear();
  }
}

}  // namespace grader
