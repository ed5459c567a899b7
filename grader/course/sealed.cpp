#include "course/json_node.hpp"
#include "course/mistakes.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace grader {
namespace {

using Key = std::array<unsigned char, crypto_secretbox_KEYBYTES>;
using Nonce = std::array<unsigned char, crypto_secretbox_NONCEBYTES>;

const unsigned char* bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// The finite numbers of an array, and others in place of those that are not.
double in_a_sum(double value) {
  if (std::isnan(value)) return 3;
  return std::isinf(value) ? std::copysign(5, value) : value;
}

/// A sum over numbers with factors between -1 and 1, and over the sizes of its terms.
struct Sum {
  double sum = 0, size = 0;
};

constexpr std::size_t sum_count = 4;

/// Of all that was recorded and returned. The factors differ from sum to sum, and look random.
std::array<Sum, sum_count> sums_of(const Outcome& outcome) {
  std::array<Sum, sum_count> all;
  std::uint64_t state = 1;
  const auto add = [&](const Tensor& tensor) {
    for (const double value : tensor.values) {
      for (Sum& each : all) {
        state = state * 6364136223846793005 + 1442695040888963407;
        const double term = in_a_sum(value) * (static_cast<double>(state >> 11) / 0x1p52 - 1);
        each.sum += term;
        each.size += std::abs(term);
      }
    }
  };
  for (const NamedTensor& step : outcome.steps) add(step.tensor);
  for (const Tensor& result : outcome.results) add(result);
  return all;
}

/// The cell of a sum, as a power of two: about a millionth of the sizes of its terms.
double cell_of(const Sum& sum) { return sum.size > 0 ? std::ilogb(sum.size) - 20 : 0; }

/// The place of a sum in its cell, and in which cell that is.
double place_of(const Sum& sum, double cell) {
  const double cells = std::ldexp(sum.sum, -static_cast<int>(cell));
  return std::round(1000 * (cells - std::floor(cells))) / 1000;
}

Key key_of(const std::string& name, const Outcome& outcome, const std::vector<double>& cells) {
  std::string text = name;
  const std::array<Sum, sum_count> all = sums_of(outcome);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double count = std::ldexp(all[i].sum, -static_cast<int>(cells[2 * i]));
    text += fmt::format(" {}", std::round(count - cells[2 * i + 1]));
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

}  // namespace

std::string sealed_mistakes(const std::vector<Mistake>& mistakes, const std::vector<SealedBy>& by) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    const Mistake& mistake = mistakes[i];
    nlohmann::ordered_json entry{{"name", mistake.name}};
    if (!mistake.shares.empty()) entry["shares"] = mistake.shares;
    if (mistake.equivalent) entry["equivalent"] = true;
    entry["cost"] = mistake.cost;
    std::vector<double> cells;
    for (const Sum& sum : sums_of(by[i].outcome)) {
      cells.push_back(cell_of(sum));
      cells.push_back(place_of(sum, cells.back()));
    }
    entry["case"] = by[i].case_name;
    entry["cells"] = cells;
    entry["sealed"] = seal(mistake.message, key_of(mistake.name, by[i].outcome, cells));
    list.push_back(std::move(entry));
  }
  const nlohmann::ordered_json file{{"format_version", 1}, {"mistakes", std::move(list)}};
  return file.dump(1) + "\n";
}

std::vector<Mistake> read_sealed_mistakes(const std::filesystem::path& file) {
  const JsonNode root = JsonNode::read_root(file, {"mistakes"});
  std::vector<Mistake> mistakes;
  for (const JsonNode& node : root.at("mistakes").elements()) {
    node.only({"name", "shares", "equivalent", "cost", "case", "cells", "sealed"});
    Mistake& mistake = mistakes.emplace_back();
    mistake.name = node.at("name").text();
    if (node.has("shares")) mistake.shares = node.at("shares").text();
    mistake.equivalent = node.has("equivalent") && node.at("equivalent").boolean();
    mistake.cost = node.at("cost").size();
    mistake.seal = {node.at("case").text(), node.at("cells").numbers(), node.at("sealed").text()};
    const auto fits = [](double number) { return std::abs(number) <= 2000; };
    if (mistake.seal->cells.size() != 2 * sum_count ||
        !std::ranges::all_of(mistake.seal->cells, fits))
      node.at("cells").fail(fmt::format("expected {} small numbers", 2 * sum_count));
  }
  return mistakes;
}

std::optional<std::string> opened_message(const Mistake& mistake, const Outcome& outcome) {
  const std::string text = from_base64(mistake.seal->text);
  const Key key = key_of(mistake.name, outcome, mistake.seal->cells);
  constexpr std::size_t nonce = crypto_secretbox_NONCEBYTES, mac = crypto_secretbox_MACBYTES;
  if (text.size() < nonce + mac) return std::nullopt;
  std::string message(text.size() - nonce - mac, '\0');
  const int failed =
      crypto_secretbox_open_easy(reinterpret_cast<unsigned char*>(message.data()),
                                 bytes(text) + nonce, text.size() - nonce, bytes(text), key.data());
  return failed == 0 ? std::optional(message) : std::nullopt;
}

}  // namespace grader
