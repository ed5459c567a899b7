#include "course/draw.hpp"

#include "core/text.hpp"
#include "random/numpy_random.hpp"
#include "random/torch_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <set>

namespace grader {
namespace {

std::size_t length_of(const Length& length, const Sizes& sizes) {
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

namespace {

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

}  // namespace

Case fresh_case(const Exercise& exercise, std::uint64_t seed, unsigned index, const Case* like) {
  std::mt19937 source = source_of(exercise, seed, index);
  Case one = drawn(exercise, exercise.recipe.fresh, source);
  one.name = fmt::format("fresh {}", index + 1);
  one.fresh = true;
  if (like != nullptr) take_over(exercise, *like, source() % 2 == 0, one);
  one.inputs = draw_inputs(exercise.recipe, one);
  return one;
}

namespace {

std::size_t value_of(const SizeRelation& relation, const Sizes& sizes) {
  std::size_t product = 1;
  for (const std::string& factor : relation.factors) {
    const auto size = sizes.find(factor);
    product *= size != sizes.end() ? size->second : std::stoul(factor);
  }
  return product;
}

/// The shapes of shape_cases.
class Shapes {
 public:
  explicit Shapes(const Recipe& recipe) : recipe_(recipe) {
    for (const auto& size : recipe.fresh) {
      const auto has = [&](const char* sign) {
        return std::ranges::find_if(recipe.relations, [&](const SizeRelation& one) {
          return one.sign == sign && one.left == size.first;
        });
      };
      if (has("=") != recipe.relations.end()) continue;
      const auto least = has(">=");
      free_.push_back(size.first);
      least_.push_back(least == recipe.relations.end() ? 1 : value_of(*least, {}));
    }
    // The lines of a plane over a prime: each pair of values of two columns is on one of them.
    for (std::size_t a = 0; a < largest_of_all; ++a)
      for (std::size_t b = 0; b < largest_of_all; ++b) add(on_line(a, b));
    add_lost_pairs();
    for (std::size_t k = 0; k < free_.size(); ++k) {
      for (std::size_t turn = 1; turn < largest_of_all; ++turn) {
        Sizes sizes = on_line(turn, turn);
        sizes[free_[k]] = large_size;
        if (add(std::move(sizes))) break;
      }
    }
  }

  std::vector<Sizes> sorted() && {
    std::ranges::stable_sort(shapes_, {}, [](const Sizes& sizes) {
      std::size_t sum = 0;
      for (const auto& [symbol, size] : sizes) sum += size;
      return sum;
    });
    return std::move(shapes_);
  }

 private:
  std::size_t size_of(std::size_t k, std::size_t value) const {
    return least_[k] + value % largest_of_all;
  }

  Sizes on_line(std::size_t a, std::size_t b) const {
    Sizes sizes;
    for (std::size_t k = 0; k < free_.size(); ++k)
      sizes[free_[k]] = size_of(k, k == 0 ? a : a * (k - 1) + b);
    for (const SizeRelation& one : recipe_.relations) {
      if (one.sign == "<=" && sizes.at(one.left) > value_of(one, sizes))
        std::swap(sizes.at(one.left), sizes.at(one.factors.front()));
    }
    return sizes;
  }

  /// Adds what is legal; whether it is.
  bool add(Sizes sizes) {
    for (const SizeRelation& one : recipe_.relations)
      if (one.sign == "=") sizes[one.left] = value_of(one, sizes);
    const bool legal = std::ranges::all_of(recipe_.relations, [&](const SizeRelation& one) {
      const std::size_t left = sizes.at(one.left), right = value_of(one, sizes);
      return one.sign == "=" || (one.sign == "<=" ? left <= right : left >= right);
    });
    if (!legal || !known_.insert(sizes).second) return legal;
    note_pairs(sizes);
    shapes_.push_back(std::move(sizes));
    return true;
  }

  /// Two sizes by their places in `free_`, and their values.
  using Pair = std::array<std::size_t, 4>;

  void note_pairs(const Sizes& sizes) {
    for (std::size_t k = 0; k < free_.size(); ++k)
      for (std::size_t l = k + 1; l < free_.size(); ++l)
        pairs_.insert({k, l, sizes.at(free_[k]), sizes.at(free_[l])});
  }

  /// Adds a shape for each legal pair of sizes that was on a line with an illegal one.
  void add_lost_pairs() {
    if (recipe_.relations.empty()) return;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      for (std::size_t l = k + 1; l < free_.size(); ++l) {
        for (std::size_t i = 0; i < largest_of_all * largest_of_all; ++i) {
          const Pair pair{k, l, size_of(k, i / largest_of_all), size_of(l, i)};
          for (std::size_t turn = 0; turn < largest_of_all && !pairs_.contains(pair); ++turn) {
            Sizes sizes = on_line(i + turn, 3 * i + 2 * turn);
            sizes[free_[k]] = pair[2], sizes[free_[l]] = pair[3];
            add(std::move(sizes));
          }
        }
      }
    }
  }

  const Recipe& recipe_;
  std::vector<std::string> free_;   ///< sizes that do not follow from others
  std::vector<std::size_t> least_;  ///< what they are at least
  std::vector<Sizes> shapes_;
  std::set<Sizes> known_;
  std::set<Pair> pairs_;  ///< that are in some shape
};

}  // namespace

std::vector<Case> shape_cases(const Exercise& exercise, std::uint64_t seed,
                              const std::vector<const Case*>& models) {
  constexpr std::uint32_t of_shapes = 0x73686170;  // no index of a fresh case
  std::mt19937 source = source_of(exercise, seed, of_shapes);
  std::vector<Case> cases;
  for (Sizes& sizes : Shapes(exercise.recipe).sorted()) {
    Case one = drawn(exercise, {}, source);
    std::string name = "shape";
    for (const auto& [symbol, size] : sizes) name += fmt::format("_{}{}", symbol, size);
    one.name = std::move(name);
    one.sizes = std::move(sizes);
    if (!models.empty() && cases.size() % 4 == 3) {
      const Case& like = *models[cases.size() / 4 % models.size()];
      const bool fits = std::ranges::none_of(
          exercise.recipe.draws, [&](const Draw& draw) { return has_its_own(like, draw); });
      if (fits) one.scale = like.scale, one.shift = like.shift;
    }
    one.inputs = draw_inputs(exercise.recipe, one);
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<Case> cost_cases(const Exercise& exercise, std::uint64_t seed) {
  constexpr std::uint32_t of_costs = 0x636f7374;  // no index of a fresh case
  std::mt19937 source = source_of(exercise, seed, of_costs);
  const Case smallest = drawn(exercise, exercise.costs->sizes, source);
  std::vector<Case> cases;
  for (const std::size_t factor : cost_factors) {
    Case& one = cases.emplace_back(smallest);
    for (const std::string& symbol : exercise.costs->grow) one.sizes[symbol] *= factor;
    one.name = fmt::format("cost_{}", factor);
    one.inputs = draw_inputs(exercise.recipe, one);
    one.costs.emplace();
  }
  return cases;
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

std::string redraw_difference(const Exercise& exercise, const Case& one) {
  const auto drawn = draw_inputs(exercise.recipe, one);
  for (const auto& [name, tensor] : drawn) {
    const Tensor& stored = one.inputs.at(name);
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      // As bits, so that -0.0 is not 0.0.
      if (std::bit_cast<std::uint64_t>(stored.values[i]) !=
          std::bit_cast<std::uint64_t>(tensor.values[i]))
        return fmt::format("inputs.{}.values[{}] is {:.17g}, but the seeds give {:.17g}", name, i,
                           stored.values[i], tensor.values[i]);
    }
  }
  return "";
}

}  // namespace grader
