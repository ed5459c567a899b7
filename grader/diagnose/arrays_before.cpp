#include "diagnose/arrays_before.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grader {
namespace {

constexpr std::size_t most_turns = 12;

std::string of_turn(const std::string& name, std::size_t turn) {
  return fmt::format("{} of turn {}", name, turn);
}

/// How often a step is recorded before `end`.
std::size_t turns_of(const std::vector<JudgedPlace>& places, const std::string& name,
                     std::size_t end) {
  const auto last = places.begin() + static_cast<std::ptrdiff_t>(end);
  return static_cast<std::size_t>(std::count_if(places.begin(), last, [&](const JudgedPlace& each) {
    return each.name == name && each.student != nullptr && each.student->complete();
  }));
}

/// The part of an array that belongs to one turn: an element of its leading axes, or some columns
/// of a matrix. Nothing where it has no such parts.
std::vector<NamedTensor> parts_of(const NamedTensor& whole, std::size_t turns) {
  std::vector<NamedTensor> parts;
  const Shape& shape = whole.tensor.shape;
  if (turns < 2 || turns > most_turns || !whole.tensor.complete()) return parts;
  std::size_t axes = 0, leading = 1;
  while (axes < shape.size() && leading < turns) leading *= shape[axes++];
  if (leading == turns && shape.size() > axes + (shape.size() > 2 ? 0u : 1u)) {
    const std::size_t size = whole.tensor.values.size() / turns;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const auto first = whole.tensor.values.begin() + static_cast<std::ptrdiff_t>(turn * size);
      parts.push_back({of_turn(whole.name, turn),
                       {Shape(shape.begin() + static_cast<std::ptrdiff_t>(axes), shape.end()),
                        {first, first + static_cast<std::ptrdiff_t>(size)}}});
    }
  } else if (shape.size() == 2 && shape[1] % turns == 0) {
    const std::size_t width = shape[1] / turns;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      NamedTensor part{
          fmt::format("columns {} to {} of {}", turn * width, (turn + 1) * width - 1, whole.name),
          {{shape[0], width}, {}}};
      for (std::size_t i = 0; i < shape[0]; ++i) {
        for (std::size_t j = 0; j < width; ++j)
          part.tensor.values.push_back(whole.tensor.values[i * shape[1] + turn * width + j]);
      }
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

/// Columns or vectors, one of each turn, side by side.
NamedTensor side_by_side(const std::string& name, const std::vector<const Tensor*>& columns) {
  const std::size_t rows = columns[0]->values.size(), count = columns.size();
  NamedTensor all{"all columns of " + name, {{rows, count}, {}}};
  for (std::size_t i = 0; i < rows; ++i) {
    for (const Tensor* column : columns) all.tensor.values.push_back(column->values[i]);
  }
  return all;
}

bool are_columns(const std::vector<const Tensor*>& arrays) {
  return std::ranges::all_of(arrays, [&](const Tensor* each) {
    return each->shape == arrays[0]->shape &&
           (each->shape.size() == 1 || (each->shape.size() == 2 && each->shape[1] == 1));
  });
}

void add_in_turns(const std::vector<const Tensor*>& arrays, const JudgedPlace& place,
                  const std::string& name, std::size_t turns, std::vector<NamedTensor>& result) {
  const std::size_t own = place.turn.value_or(0);
  if (arrays.size() > most_turns) return;
  if (turns > 1 && own < arrays.size()) {
    result.push_back({name, *arrays[own]});
    for (std::size_t turn = 0; turn < arrays.size(); ++turn) {
      if (turn != own) result.push_back({of_turn(name, turn), *arrays[turn]});
    }
  }
  if (are_columns(arrays)) result.push_back(side_by_side(name, arrays));
}

}  // namespace

std::vector<NamedTensor> arrays_before(const std::vector<JudgedPlace>& places, std::size_t index,
                                       const Case& one) {
  const JudgedPlace& place = places.at(index);
  const std::size_t turns = turns_of(places, place.name, places.size());
  std::map<std::string, std::vector<const Tensor*>> arrays;
  std::vector<std::string> names;    // in their order
  const JudgedPlace* own = nullptr;  // the turn before
  for (std::size_t i = 0; i < index; ++i) {
    if (places[i].student == nullptr || !places[i].student->complete()) continue;
    if (places[i].name == place.name) {
      own = places[i].turn ? &places[i] : nullptr;
      continue;
    }
    std::vector<const Tensor*>& of_name = arrays[places[i].name];
    if (of_name.empty()) names.push_back(places[i].name);
    of_name.push_back(places[i].student);
  }
  std::vector<NamedTensor> result;
  for (const std::string& name : names) {
    if (arrays[name].size() > 1)
      add_in_turns(arrays[name], place, name, turns, result);
    else
      result.push_back({name, *arrays[name][0]});
  }
  for (const auto& [name, input] : one.inputs) result.push_back({name, input});
  const std::size_t wholes = result.size();
  for (std::size_t i = 0; i < wholes; ++i) {
    std::vector<NamedTensor> parts = parts_of(result[i], turns);
    std::ranges::move(parts, std::back_inserter(result));
  }
  if (own != nullptr) result.push_back({of_turn(own->name, *own->turn), *own->student});
  return result;
}

}  // namespace grader
