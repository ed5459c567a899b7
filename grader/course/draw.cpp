#include "course/cases.hpp"

#include "core/text.hpp"
#include "random/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <random>

namespace grader {
namespace {

std::size_t length_of(const Length& length, const Sizes& sizes) {
  const auto whole = sizes.find(length.text());  // "4*E" as a size of its own
  if (whole != sizes.end()) return whole->second;
  return length.factor * (length.symbol.empty() ? 1 : sizes.at(length.symbol));
}

std::vector<double> draw_numbers(const Draw& draw, const Sizes&, std::size_t count,
                                 NumpyRandom& random) {
  std::vector<double> numbers(count);
  for (double& number : numbers) {
    if (draw.distribution == Distribution::normal)
      number = random.normal(draw.first, draw.second);
    else if (draw.distribution == Distribution::uniform)
      number = random.uniform(draw.first, draw.second);
    else  // integers: linear is of torch's streams only
      number = static_cast<double>(random.integer(static_cast<std::int64_t>(draw.first),
                                                  static_cast<std::int64_t>(draw.second)));
  }
  return numbers;
}

/// A whole tensor at once, since PyTorch draws large ones in another way than small ones.
std::vector<double> draw_numbers(const Draw& draw, const Sizes& sizes, std::size_t count,
                                 TorchRandom& random) {
  const auto doubles = [](const auto& numbers) {
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  switch (draw.distribution) {
    case Distribution::normal: {
      std::vector<float> numbers = random.normal(count);
      for (float& number : numbers)
        number = number * static_cast<float>(draw.second) + static_cast<float>(draw.first);
      return doubles(numbers);
    }
    case Distribution::uniform:
      return doubles(
          random.uniform(count, static_cast<float>(draw.first), static_cast<float>(draw.second)));
    case Distribution::integers:
      return doubles(random.randint(static_cast<std::int64_t>(draw.first),
                                    static_cast<std::int64_t>(draw.second), count));
    case Distribution::linear: {
      const std::size_t features = length_of(draw.features, sizes);
      const bool bias = draw.shape.size() == 1;
      return doubles(bias ? random.linear_bias(features, count)
                          : random.linear_weight(features, count));
    }
  }
  return {};
}

template <class Random>
Tensor draw_tensor(const Draw& draw, const Sizes& sizes, Random& random) {
  Tensor tensor{shape_of(draw, sizes), {}};
  const std::vector<double> numbers =
      draw_numbers(draw, sizes, element_count(tensor.shape), random);
  tensor.values = numbers;
  if (!draw.filled_by_columns) return tensor;
  const std::size_t rows = tensor.shape[0], columns = tensor.shape[1];
  for (std::size_t i = 0; i < numbers.size(); ++i)
    tensor.values[(i % rows) * columns + i / rows] = numbers[i];
  return tensor;
}

/// The generator of whatever a seed decides for an exercise.
std::mt19937 source_of(const Exercise& exercise, std::uint64_t seed, std::uint32_t index) {
  std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(exercise.number), index};
  return std::mt19937(mixed);
}

/// Whether a case has an input of its own: it writes it down, or scales a single number, such as a
/// count, which other numbers would not stand.
bool has_its_own(const Case& one, const Draw& draw) {
  const bool changed = one.scale.contains(draw.name) || one.shift.contains(draw.name);
  return one.given.contains(draw.name) || (draw.shape.empty() && changed);
}

/// Makes a case as unusual as `like`.
void take_over(const Exercise& exercise, const Case& like, bool its_sizes, Case& one) {
  one.scale = like.scale;
  one.shift = like.shift;
  for (const Draw& draw : exercise.recipe.draws) {
    if (!has_its_own(like, draw)) continue;
    one.given.insert(draw.name);
    one.inputs[draw.name] = like.inputs.at(draw.name);
  }
  if (its_sizes || !one.given.empty()) one.sizes = like.sizes;
}

/// Sizes from these ranges, and seeds.
Case drawn(const Exercise& exercise, const std::map<std::string, SizeRange>& sizes,
           std::mt19937& source) {
  Case one;
  for (const auto& [symbol, range] : sizes)
    one.sizes[symbol] = range.low + source() % (range.high - range.low + 1);
  for (const Draw& draw : exercise.recipe.draws) {
    if (!one.seeds.contains(draw.stream))
      one.seeds[draw.stream] = static_cast<std::uint32_t>(source());
  }
  return one;
}

/// Of how many small numbers a size has each: a prime, as the lines of a plane need it.
constexpr std::size_t small_sizes = 11;

/// Those that one size has beside small ones: remainders behind a full block of 8 or 16, one behind
/// 32, and twice a large one, since a result may be the same for whatever is drawn, as behind a
/// ReLU.
constexpr std::size_t larger_sizes[] = {12, 13, 14, 15, 16, 17, 33, 71, 71};

std::size_t value_of(const SizeRelation& relation, const Sizes& sizes) {
  std::size_t product = 1;
  for (const std::string& factor : relation.factors) {
    const auto size = sizes.find(factor);
    product *= size != sizes.end() ? size->second : std::stoul(factor);
  }
  return product;
}

/// The symbols of sizes that do not follow from others.
std::vector<std::string> free_sizes(const Recipe& recipe) {
  std::set<std::string> all, derived;
  for (const auto& [symbol, range] : recipe.fresh) all.insert(symbol);
  for (const SizeRelation& one : recipe.relations) {
    if (one.sign == "=") derived.insert({one.left, one.left.substr(one.left.find('*') + 1)});
    if (one.sign != "<") all.insert(one.left);
  }
  for (const SizeRelation& one : recipe.relations) {
    for (const std::string& factor : one.factors) {
      if (std::isdigit(static_cast<unsigned char>(factor.front())) != 0) continue;
      all.insert(factor);
      derived.erase(factor);  // "4*d = heads*d" is of the length 4*d
    }
  }
  std::vector<std::string> sizes;
  std::ranges::set_difference(all, derived, std::back_inserter(sizes));
  return sizes;
}

/// Makes the shapes of shape_cases.
class Shapes {
 public:
  explicit Shapes(const Recipe& recipe)
      : recipe_(recipe), symbols_(free_sizes(recipe)), count_(symbols_.size()) {
    for (const SizeRelation& one : recipe.relations) {
      if ((one.sign != "<=" && one.sign != ">=") || !one.condition.empty()) continue;
      const std::size_t right = place_of(one.factors.front());
      bounds_.push_back({place_of(one.left), one.sign == "<=", right,
                         right < count_ ? 0 : std::stoul(one.factors.front())});
    }
    // Each pair of values of two columns is on one of the lines of a plane over a prime. Where a
    // line breaks a bound, it is mended from both sides, so that each keeps its other pairs.
    for (std::size_t i = 0; i < small_sizes * small_sizes; ++i)
      for (const bool raises : {false, true}) add(on_line(i, raises));
    for (std::size_t k = 0; k < count_; ++k)
      for (std::size_t i = 0; i < std::size(larger_sizes); ++i) add(with_larger(k, i));
  }

  /// The sizes that do not follow from others.
  const std::vector<std::string>& symbols() const { return symbols_; }

  /// The smallest first.
  std::vector<Sizes> sizes() const {
    std::vector<Sizes> all;
    for (const Shape& shape : shapes_) {
      Sizes& sizes = all.emplace_back();
      for (std::size_t k = 0; k < count_; ++k) sizes[symbols_[k]] = shape[k];
      for (const SizeRelation& one : recipe_.relations)
        if (one.sign == "=") sizes[one.left] = value_of(one, sizes);
    }
    std::ranges::stable_sort(all, {}, [](const Sizes& sizes) {
      std::size_t sum = 0;
      for (const auto& [symbol, size] : sizes) sum += size;
      return sum;
    });
    return all;
  }

 private:
  using Shape = std::vector<std::size_t>;  ///< sizes, in the order of `symbols_`

  /// At most or at least what is in the place `right`, or a number where that is no place.
  struct Bound {
    std::size_t left;
    bool at_most;
    std::size_t right, number;
  };

  std::size_t place_of(const std::string& symbol) const {
    return static_cast<std::size_t>(std::ranges::find(symbols_, symbol) - symbols_.begin());
  }

  std::size_t largest_factor(const std::string& symbol) const {
    std::size_t factor = 1;
    for (const Draw& draw : recipe_.draws)
      for (const Length& length : draw.shape)
        if (length.symbol == symbol) factor = std::max(factor, length.factor);
    return factor;
  }

  /// Whether the symbol is an input, and no factor of a length.
  bool is_number(const std::string& symbol) const {
    return std::ranges::count(recipe_.draws, symbol, &Draw::name) > 0 &&
           std::ranges::none_of(recipe_.relations, [&](const SizeRelation& one) {
             return one.sign == "=" && std::ranges::count(one.factors, symbol) > 0;
           });
  }

  /// One size beside small ones. A count, such as a window's width, shows only beside large ones.
  Shape with_larger(std::size_t k, std::size_t i) const {
    const bool far = count_ <= 2 && i + 1 == std::size(larger_sizes);  // where it costs little
    Shape shape(count_, (far ? 263 : larger_sizes[i]) / largest_factor(symbols_[k]));
    for (std::size_t l = 0; l < count_; ++l)
      if (l != k) shape[l] = is_number(symbols_[k]) ? shape[k] / 2 : 5 + (l + i) % 2;
    for (const Bound& one : bounds_) {
      if (one.right < count_)
        shape[one.right] = std::max(shape[one.left], shape[one.right]);
      else if (one.at_most)
        shape[one.left] = std::min(shape[one.left], one.left == k ? one.number : one.number / 2);
    }
    return shape;
  }

  /// Of two sizes that break a bound the smaller one is raised, or else the larger one lowered.
  Shape on_line(std::size_t i, bool raises) const {
    const std::size_t a = i / small_sizes, b = i % small_sizes;
    Shape shape(count_);
    for (std::size_t k = 0; k < count_; ++k)
      shape[k] = 1 + (k == 0 ? a : a * (k - 1) + b) % small_sizes;
    for (const Bound& one : bounds_) {
      std::size_t& left = shape[one.left];
      if (one.right == count_) {
        left = one.at_most ? 1 + (left - 1) % one.number : std::max(left, one.number);
        continue;
      }
      std::size_t& right = shape[one.right];
      if (one.at_most ? left > right : left < right)
        left = right = raises ? std::max(left, right) : std::min(left, right);
    }
    return shape;
  }

  bool is_legal(const Shape& shape) const {
    return std::ranges::all_of(bounds_, [&](const Bound& one) {
      const std::size_t right = one.right < count_ ? shape[one.right] : one.number;
      return one.at_most ? shape[one.left] <= right : shape[one.left] >= right;
    });
  }

  /// Adds what is legal, once.
  void add(Shape shape) {
    if (is_legal(shape) && known_.insert(shape).second) shapes_.push_back(std::move(shape));
  }

  const Recipe& recipe_;
  const std::vector<std::string> symbols_;
  const std::size_t count_;
  std::vector<Bound> bounds_;
  std::vector<Shape> shapes_;
  std::set<Shape> known_;
};

/// Gives an array values that random numbers hardly ever have, as far as its recipe has them: equal
/// rows; zeros; a one in each row, else zeros; whole numbers, of which many are equal.
constexpr const char* unusual_values[] = {"equal_rows", "zeros", "one_hot", "whole_numbers"};
void make_unusual(std::size_t kind, Tensor& tensor) {
  const std::size_t row = tensor.shape.back();
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    double& value = tensor.values[i];
    if (kind == 0) value = tensor.values[i % row];
    if (kind == 1) value = 0;
    if (kind == 2) value = i % row == i / row % row ? 1 : 0;
    if (kind == 3) value = std::round(value);
  }
}

/// Whether any number may stand in an input.
bool is_real(const Draw& draw) {
  return draw.distribution == Distribution::normal || draw.distribution == Distribution::linear;
}

}  // namespace

Shape shape_of(const Draw& draw, const Sizes& sizes) {
  Shape shape;
  for (const Length& length : draw.shape) shape.push_back(length_of(length, sizes));
  return shape;
}

std::map<std::string, Tensor> draw_inputs(const Recipe& recipe, const Case& one) {
  std::map<std::string, NumpyRandom> numpy;
  std::map<std::string, TorchRandom> torch;
  for (const auto& [stream, seed] : one.seeds) {
    if (!recipe.torch.contains(stream)) {
      numpy.emplace(stream, seed);
      continue;
    }
    TorchRandom& random = torch.emplace(stream, seed).first->second;
    if (const auto skip = one.skip.find(stream); skip != one.skip.end())
      random.discard(skip->second);
  }
  std::map<std::string, Tensor> inputs;
  for (const Draw& draw : recipe.draws) {
    const bool given = one.given.contains(draw.name);
    if (given) inputs.emplace(draw.name, one.inputs.at(draw.name));
    if (given && !one.seeds.contains(draw.stream)) continue;
    if (const auto size = one.sizes.find(draw.name); size != one.sizes.end()) {
      inputs.emplace(draw.name, Tensor{{}, {static_cast<double>(size->second)}});
      continue;
    }
    Tensor tensor = recipe.torch.contains(draw.stream)
                        ? draw_tensor(draw, one.sizes, torch.at(draw.stream))
                        : draw_tensor(draw, one.sizes, numpy.at(draw.stream));
    if (const auto factor = one.scale.find(draw.name); factor != one.scale.end()) {
      for (double& value : tensor.values) value *= factor->second;
    }
    if (const auto term = one.shift.find(draw.name); term != one.shift.end()) {
      for (double& value : tensor.values) value += term->second;
    }
    inputs.emplace(draw.name, std::move(tensor));  // what is given stays
  }
  return inputs;
}

Case fresh_case(const Exercise& exercise, std::uint64_t seed, unsigned index, const Case* like) {
  std::mt19937 source = source_of(exercise, seed, index);
  Case one = drawn(exercise, exercise.recipe.fresh, source);
  one.name = fmt::format("fresh {}", index + 1);
  one.fresh = true;
  if (like != nullptr) take_over(exercise, *like, source() % 2 == 0, one);
  one.inputs = draw_inputs(exercise.recipe, one);
  return one;
}

std::vector<Case> shape_cases(const Exercise& exercise, std::uint64_t seed,
                              const std::vector<const Case*>& models) {
  constexpr std::uint32_t of_shapes = 0x73686170;  // no index of a fresh case
  Recipe recipe = exercise.recipe;
  const std::vector<Draw>& draws = recipe.draws;
  const Shapes all(exercise.recipe);
  const std::vector<Sizes> shapes = all.sizes();
  std::mt19937 source = source_of(exercise, seed, of_shapes);
  std::vector<Case> cases;
  const auto add = [&](std::string name, const Sizes& sizes, const Case* like) {
    Case one = drawn(exercise, {}, source);
    one.sizes = sizes;
    one.name = std::move(name);
    const bool large = std::ranges::any_of(
        all.symbols(), [&](const std::string& symbol) { return sizes.at(symbol) > small_sizes; });
    const bool fits =
        like != nullptr && !large &&
        std::ranges::none_of(draws, [&](const Draw& draw) { return has_its_own(*like, draw); });
    if (fits) one.scale = like->scale, one.shift = like->shift;
    for (const Draw& draw : draws)  // sums of many would leave one attention weight alone
      if (large && is_real(draw) && !draw.shape.empty()) one.scale[draw.name] = 0.25;
    for (const SizeRelation& relation : recipe.relations)  // numbers are drawn up to the size
      if (relation.sign == "<")
        std::ranges::find(recipe.draws, relation.left, &Draw::name)->second =
            static_cast<double>(value_of(relation, sizes));
    one.inputs = draw_inputs(recipe, one);
    for (const SizeRelation& relation : recipe.relations) {
      if (relation.sign == "<")  // the last of a table is read
        one.inputs.at(relation.left).values.back() =
            static_cast<double>(value_of(relation, sizes) - 1);
      if (!relation.condition.empty() && sizes.at(relation.left) > value_of(relation, sizes))
        one.inputs.at(relation.condition).values = {0};
    }
    cases.push_back(std::move(one));
  };
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    std::string name = "shape";
    for (const auto& [symbol, size] : shapes[i]) name += fmt::format("_{}{}", symbol, size);
    const bool plain = models.empty() || i % 4 != 3;
    add(std::move(name), shapes[i], plain ? nullptr : models[i / 4 % models.size()]);
  }
  const std::size_t stride = 4 * draws.size() / 12 | 1;  // odd: each array has another kind
  for (std::size_t i = 0; i < 4 * draws.size(); i += stride) {
    const Draw& draw = draws[i / 4];
    if (draw.shape.size() < 2 || (!is_real(draw) && i % 4 > 0)) continue;
    add(fmt::format("{}_{}", draw.name, unusual_values[i % 4]),
        shapes[(40 + 7 * i) % shapes.size()], nullptr);
    make_unusual(i % 4, cases.back().inputs.at(draw.name));
  }
  return cases;
}

Case cost_case(const Exercise& exercise, std::uint64_t seed) {
  constexpr std::uint32_t of_costs = 0x636f7374;  // no index of a fresh case
  std::mt19937 source = source_of(exercise, seed, of_costs);
  Case one = drawn(exercise, exercise.costs->sizes, source);
  one.name = "cost";
  one.inputs = draw_inputs(exercise.recipe, one);
  one.costs.emplace();
  return one;
}

std::vector<const Case*> models_of_fresh_cases(const Exercise& exercise,
                                               const std::vector<Case>& cases, std::uint64_t seed) {
  std::vector<const Case*> models;
  for (const Case& one : cases) {
    const auto is_its_own = [&](const Draw& draw) { return has_its_own(one, draw); };
    if (!std::ranges::all_of(exercise.recipe.draws, is_its_own)) models.push_back(&one);
  }
  std::mt19937 source = source_of(exercise, seed, ~std::uint32_t{0});
  for (std::size_t left = models.size(); left > 1; --left)
    std::swap(models[left - 1], models[source() % left]);
  std::stable_partition(models.begin(), models.end(), [](const Case* one) {
    return !one->scale.empty() || !one->shift.empty() || !one->given.empty();
  });
  return models;
}

std::string redraw_difference(const Exercise& exercise, const Case& one) try {
  for (const auto& [name, tensor] : draw_inputs(exercise.recipe, one)) {
    const Tensor& stored = one.inputs.at(name);
    if (stored.shape != tensor.shape)
      return fmt::format("inputs.{} has the shape {}, but the sizes give {}", name,
                         shape_text(stored.shape), shape_text(tensor.shape));
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      // As bits, so that -0.0 is not 0.0.
      if (std::bit_cast<std::uint64_t>(stored.values[i]) !=
          std::bit_cast<std::uint64_t>(tensor.values[i]))
        return fmt::format("inputs.{}.values[{}] is {:.17g}, but the seeds give {:.17g}", name, i,
                           stored.values[i], tensor.values[i]);
    }
  }
  return "";
} catch (const std::out_of_range&) {
  return "it lacks an input, a seed or a size of the recipe";
}

}  // namespace grader
