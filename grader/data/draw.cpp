#include "data/draw.hpp"

#include "core/text.hpp"
#include "random/numpy_random.hpp"

#include <fmt/format.h>

#include <bit>

namespace grader {
namespace {

double draw_number(const Draw& draw, NumpyRandom& random) {
  switch (draw.distribution) {
    case Distribution::normal:
      return random.normal(draw.first, draw.second);
    case Distribution::uniform:
      return random.uniform(draw.first, draw.second);
    case Distribution::integers:
      return static_cast<double>(random.integer(static_cast<std::int64_t>(draw.first),
                                                static_cast<std::int64_t>(draw.second)));
  }
  return 0;
}

Tensor draw_tensor(const Draw& draw, const Sizes& sizes, NumpyRandom& random) {
  Tensor tensor{shape_of(draw, sizes), {}};
  tensor.values.resize(element_count(tensor.shape));
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    std::size_t at = i;
    if (draw.filled_by_columns) {
      const std::size_t rows = tensor.shape[0];
      const std::size_t columns = tensor.shape[1];
      at = (i % rows) * columns + i / rows;
    }
    tensor.values[at] = draw_number(draw, random);
  }
  return tensor;
}

}  // namespace

Shape shape_of(const Draw& draw, const Sizes& sizes) {
  Shape shape;
  for (const Length& length : draw.shape) {
    shape.push_back(length.factor * (length.symbol.empty() ? 1 : sizes.at(length.symbol)));
  }
  return shape;
}

std::map<std::string, Tensor> draw_inputs(const Recipe& recipe, const Sizes& sizes,
                                          const std::map<std::string, std::uint32_t>& seeds,
                                          const std::map<std::string, double>& scale) {
  std::map<std::string, NumpyRandom> streams;
  for (const auto& [stream, seed] : seeds) streams.emplace(stream, seed);
  std::map<std::string, Tensor> inputs;
  for (const Draw& draw : recipe.draws) {
    Tensor tensor = draw_tensor(draw, sizes, streams.at(draw.stream));
    if (const auto factor = scale.find(draw.name); factor != scale.end()) {
      for (double& value : tensor.values) value *= factor->second;
    }
    inputs.emplace(draw.name, std::move(tensor));
  }
  return inputs;
}

Case fresh_case(const Exercise& exercise, std::uint64_t seed, unsigned index) {
  std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(exercise.number),
                      static_cast<std::uint32_t>(index)};
  std::mt19937 source(mixed);
  Case one;
  one.name = fmt::format("fresh {}", index + 1);
  one.fresh = true;
  for (const auto& [symbol, range] : exercise.recipe.fresh) {
    one.sizes[symbol] = range.low + source() % (range.high - range.low + 1);
  }
  for (const Draw& draw : exercise.recipe.draws) {
    if (!one.seeds.contains(draw.stream))
      one.seeds[draw.stream] = static_cast<std::uint32_t>(source());
  }
  one.inputs = draw_inputs(exercise.recipe, one.sizes, one.seeds, one.scale);
  return one;
}

std::string redraw_difference(const Exercise& exercise, const Case& one) {
  const auto drawn = draw_inputs(exercise.recipe, one.sizes, one.seeds, one.scale);
  for (const auto& [name, tensor] : drawn) {
    const Tensor& stored = one.inputs.at(name);
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      // As bits, so that -0.0 is not 0.0.
      if (std::bit_cast<std::uint64_t>(stored.values[i]) !=
          std::bit_cast<std::uint64_t>(tensor.values[i])) {
        return fmt::format("inputs.{}.values[{}] is {:.17g}, but the seeds give {:.17g}", name, i,
                           stored.values[i], tensor.values[i]);
      }
    }
  }
  return "";
}

}  // namespace grader
