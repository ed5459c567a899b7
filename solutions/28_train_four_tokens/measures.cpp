#include "train_four_tokens.hpp"

#include "measures/training.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace softmark {
namespace {

using training::furthest;
using training::rounding;
using training::same;
using training::SecondStep;

/// A run's settings: the inputs of the exercise.
struct Settings {
  bool repaired;
  const FourTokenModel& start;
  std::size_t steps, batch;
  double rate, momentum;
  std::mt19937 random;
  std::vector<bool> learning;  ///< which parameters the program has changed
};

constexpr double usual_momentum = 0.9;

/// Ways to train, right and wrong.
enum class Way {
  right,
  ascending,
  plain,
  dampened,
  nesterov,
  accumulated,
  one_batch,
  other_task,
  of_start,
  started_moving,
  keys_like_queries,
  queries_like_keys,
  shared_velocity,
  earlier_velocity,
  divided,
  usual_momentum,
  exchanged,
  gradients_exchanged,
  other_labels,
  array_by_array,
  rate_squared,
  all_decays,
  resting
};

/// The largest change of a parameter since the start: of all, and of these arrays.
struct Changes {
  double anything = 0, Wq = 0, Wk = 0, W = 0, b = 0;
};

/// The largest differences between the learnt parameters and those of a run of one of the ways; 1
/// where the run is too long to be repeated in all of them.
struct Distances {
  double ascending, plain, dampened, nesterov, divided, usual_momentum;
};
struct MoreDistances {
  double exchanged, accumulated, one_batch, other_task, of_start, started_moving;
};
struct LastDistances {
  double one_step_less;
  double array_by_array;  ///< each array moves by a gradient taken after the one before has moved
  double rate_squared, all_decays;  ///< of a wrong run
};
/// Of runs that update the arrays otherwise.
struct UpdateDistances {
  double other_gradient;  ///< Wk moves by Wq's gradient, or Wq by that of Wk: the nearer
  double gradients_exchanged, shared_velocity, earlier_velocity, other_labels;
  LastDistances last;
};

/// Of a run of one step, errors of the parameters: of these, where others are right, and of all.
struct FirstErrors {
  double queries = 0, keys = 0, read_out = 0, all = 0;
};
/// Of such a run, where some parameters are wrong; as they stand here for other runs.
struct FirstStep {
  double loss = 0;    ///< the error of the first one, also of two steps
  double factor = 1;  ///< by which all moved more than they should
  double taken = 0;   ///< the share of all parameters that is missing
  FirstErrors errors;
};

struct RunsOf {
  Distances distances;
  MoreDistances more;
  UpdateDistances updates;
  FirstStep first;
  SecondStep second;
  double right;  ///< the distance from the course's run; 0 where others of these tell more
};

struct Losses {
  double spread = 0;      ///< the largest less the smallest
  double unreturned = 0;  ///< 1 where a run with these was made, and its model not returned
  training::LossErrors errors;
  double fall = 0;         ///< mean of the last tenth over that of the first
  double consistency = 0;  ///< mean of the last tenth less the loss on held-out sequences
};

struct HeldOut {
  double accuracy = 0;
  double uniform = 0;    ///< accuracy when all tokens get the same attention
  double attention = 0;  ///< mean attention on token 0
};

struct Measures {
  Changes changes;
  RunsOf runs;
  Losses losses;
  HeldOut held_out;
};

/// All parameters as plain numbers.
std::vector<double> flat(const FourTokenModel& model) {
  std::vector<double> numbers(model.Wq.begin(), model.Wq.end());
  numbers.insert(numbers.end(), model.Wk.begin(), model.Wk.end());
  numbers.insert(numbers.end(), model.read_out.W.begin(), model.read_out.W.end());
  numbers.insert(numbers.end(), model.read_out.b.begin(), model.read_out.b.end());
  return numbers;
}

/// The model of `numbers`, in the order of flat().
FourTokenModel model_of(const std::vector<double>& numbers, FourTokenModel shapes) {
  const double* next = numbers.data();
  const auto fill = [&](auto& array) {
    std::copy_n(next, array.size(), array.begin());
    next += array.size();
  };
  fill(shapes.Wq);
  fill(shapes.Wk);
  fill(shapes.read_out.W);
  fill(shapes.read_out.b);
  return shapes;
}

struct Run {
  std::vector<double> parameters, losses;
  std::vector<std::vector<double>> before;  ///< the parameters before each step
};

Run run(Settings settings, Way way) {
  const double momentum = way == Way::plain            ? 0
                          : way == Way::usual_momentum ? usual_momentum
                          : way == Way::exchanged      ? settings.rate
                                                       : settings.momentum;
  const double rate = way == Way::divided     ? settings.rate / static_cast<double>(settings.batch)
                      : way == Way::exchanged ? settings.momentum
                      : way == Way::rate_squared ? settings.rate * settings.rate
                                                 : settings.rate;
  const double sign = way == Way::ascending ? -1 : 1;
  const double taken = way == Way::dampened ? 1 - momentum : way == Way::all_decays ? momentum : 1;
  const bool task = settings.repaired != (way == Way::other_task);
  const std::size_t size = settings.start.Wq.size();  // of Wk, too
  const std::size_t outputs = settings.start.read_out.b.size();
  Run result{flat(settings.start), {}, {}};
  std::vector<double> velocity(result.parameters.size(), 0.0), sum = velocity;
  if (way == Way::started_moving) velocity = result.parameters;
  FourTokens data;
  for (std::size_t step = 0; step < settings.steps; ++step) {
    if (step == 0 || way != Way::one_batch) data = task_data(task, settings.batch, settings.random);
    if (way == Way::other_labels) data.y = 1 - data.y;
    const FourTokenModel model =
        way == Way::of_start ? settings.start : model_of(result.parameters, settings.start);
    const FourTokenGradient now = four_token_gradient(model, data);
    result.losses.push_back(now.loss);
    std::vector<double> gradient = flat(now.gradient);
    const auto queries = gradient.begin(), keys = queries + static_cast<std::ptrdiff_t>(size);
    if (way == Way::keys_like_queries) std::copy_n(queries, size, keys);
    if (way == Way::queries_like_keys) std::copy_n(keys, size, queries);
    if (way == Way::gradients_exchanged) std::swap_ranges(queries, keys, keys);
    result.before.push_back(result.parameters);
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const bool begins = i == size || i == 2 * size || i == gradient.size() - outputs;
      if (way == Way::array_by_array && begins)
        gradient =
            flat(four_token_gradient(model_of(result.parameters, settings.start), data).gradient);
      if (way == Way::resting && !settings.learning[i]) gradient[i] = 0;
      sum[i] += gradient[i];
      if (way == Way::accumulated) gradient[i] = sum[i];
      const bool shared = way == Way::shared_velocity && i >= size && i < 2 * size;
      const double before = velocity[i];
      velocity[i] = momentum * velocity[shared ? i - size : i] + taken * gradient[i];
      if (shared) velocity[i - size] = velocity[i];
      const double move = way == Way::nesterov           ? gradient[i] + momentum * velocity[i]
                          : way == Way::earlier_velocity ? before
                                                         : velocity[i];
      result.parameters[i] -= sign * rate * move;
    }
  }
  return result;
}

/// What a run of one step tells.
FirstStep first_step(const FourTokenModel& learnt, const FourTokenModel& start, const Run& right,
                     double loss) {
  const std::vector<double> from = flat(start), to = flat(learnt);
  FirstStep first;
  first.taken = training::share_taken(from, to, right.parameters);
  if (furthest(to, right.parameters) <= same) return first;
  first.loss = std::abs(loss - right.losses[0]);
  first.factor = training::factor_of_step(from, to, right.parameters);
  const FourTokenModel wanted = model_of(right.parameters, start);
  const double q = furthest(learnt.Wq, wanted.Wq), k = furthest(learnt.Wk, wanted.Wk);
  const double rest = std::max(furthest(learnt.read_out.W, wanted.read_out.W),
                               furthest(learnt.read_out.b, wanted.read_out.b));
  if (std::min({q, k, rest}) <= rounding) first.errors = {q, k, rest, 0};
  first.errors.all = std::max({q, k, rest});
  return first;
}

/// Of a run of one or two steps that is not known, what the first loss says of the losses alone.
training::LossErrors first_loss_errors(Settings settings, const FourTokenModel& learnt,
                                       const Vector& losses, const Run& right) {
  double after = right.losses[0];
  if (settings.steps == 1) {
    const FourTokens data = task_data(settings.repaired, settings.batch, settings.random);
    after = four_token_gradient(learnt, data).loss;
  }
  return training::first_loss_errors(losses(0), right.losses[0], settings.batch, after);
}

/// The model's attention on all tokens of a sequence, or 1/4 on each.
std::array<double, 4> attention_on(const FourTokenModel& model, const Tensor3& X, std::size_t i,
                                   bool uniform) {
  std::array<double, 4> weights{0.25, 0.25, 0.25, 0.25};
  if (uniform) return weights;
  double sum = 0, largest = -1e300;
  for (std::size_t t = 0; t < 4; ++t) {
    weights[t] = 0;
    for (std::size_t j = 0; j < model.Wq.shape(1); ++j) {
      double query = 0, key = 0;
      for (std::size_t e = 0; e < 8; ++e) {
        query += X(i, 1, e) * model.Wq(e, j);
        key += X(i, t, e) * model.Wk(e, j);
      }
      weights[t] += query * key;
    }
    largest = std::max(largest, weights[t]);
  }
  for (double& weight : weights) sum += weight = std::exp(weight - largest);
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// Share of sequences for which the more probable class is the label.
double accuracy(const FourTokenModel& model, const FourTokens& data, bool uniform,
                double& attention) {
  const double each = 1.0 / static_cast<double>(data.X.shape(0));
  double right = 0;
  attention = 0;
  for (std::size_t i = 0; i < data.X.shape(0); ++i) {
    const std::array<double, 4> weights = attention_on(model, data.X, i, uniform);
    attention += weights[0] * each;
    double difference = model.read_out.b(1) - model.read_out.b(0);
    for (std::size_t e = 0; e < 8; ++e) {
      for (std::size_t t = 0; t < 4; ++t) {
        difference +=
            (model.read_out.W(1, e) - model.read_out.W(0, e)) * weights[t] * data.X(i, t, e);
      }
    }
    right += (difference > 0 ? 1 : 0) == data.y(i) ? each : 0;
  }
  return right;
}

HeldOut held_out(const FourTokenModel& model, const FourTokens& data) {
  HeldOut result;
  double ignored = 0;
  result.accuracy = accuracy(model, data, false, result.attention);
  result.uniform = accuracy(model, data, true, ignored);
  return result;
}

}  // namespace

Measures measure(const Matrix& Wq, const Matrix& Wk, const Matrix& W, const Vector& b,
                 const Vector& losses, bool repaired, const FourTokenModel& start,
                 std::size_t steps, std::size_t batch, double rate, double momentum,
                 std::mt19937& random) {
  const FourTokenModel model{Wq, Wk, {W, b}};
  if (Wq.shape() != start.Wq.shape() || Wk.shape() != start.Wk.shape() ||
      W.shape() != start.read_out.W.shape() || b.shape() != start.read_out.b.shape())
    throw std::invalid_argument("expected a model with the shapes of the one at the start");
  if (losses.shape(0) != steps) throw std::invalid_argument("expected a loss for each step");
  const std::vector<double> learnt = flat(model), from_start = flat(start);
  std::vector<bool> learning(learnt.size());
  std::transform(learnt.begin(), learnt.end(), from_start.begin(), learning.begin(),
                 std::not_equal_to<>());
  const Settings settings{repaired, start, steps, batch, rate, momentum, random, learning};
  const Run right = run(settings, Way::right);
  const double wrong = furthest(learnt, right.parameters);
  training::RunsMade made(learnt, right);
  // The short runs tell one way from another; in the long ones only the result matters. One step
  // does not tell what the second one goes on with, and two do not tell what all do.
  const auto from = [&](Way way) { return steps > 100 ? 1.0 : made.distance(run(settings, way)); };
  const auto from_three = [&](Way way) { return steps < 3 ? 1.0 : from(way); };
  // The first loss knows the data, whatever the steps are.
  const auto from_data = [&](Way way) {
    if (steps > 100 || wrong <= same) return 1.0;
    const Run other = run(settings, way);
    return std::min(made.distance(other), std::abs(losses(0) - other.losses[0]));
  };
  RunsOf runs{
      {from(Way::ascending), from_three(Way::plain), from(Way::dampened), from(Way::nesterov),
       from(Way::divided), momentum == usual_momentum ? 1.0 : from_three(Way::usual_momentum)},
      {from(Way::exchanged), from_three(Way::accumulated), from_three(Way::one_batch),
       from_data(Way::other_task), from_three(Way::of_start), from(Way::started_moving)},
      {std::min(from(Way::keys_like_queries), from(Way::queries_like_keys)),
       from(Way::gradients_exchanged),
       from(Way::shared_velocity),
       from_three(Way::earlier_velocity),
       from_data(Way::other_labels),
       {steps < 2 || steps > 100 ? 1.0 : furthest(learnt, right.before.back()),
        from(Way::array_by_array), wrong > same ? from(Way::rate_squared) : 1.0,
        wrong > same ? from(Way::all_decays) : 1.0}},
      {},
      {},
      steps > 3 ? wrong : 0};  // what the shortest runs tell is told of otherwise
  if (wrong > same) from(Way::resting);
  const bool unknown = wrong > same && made.losses().empty();
  training::LossErrors errors;
  std::vector<double> told(losses.begin(), losses.end());  // without what is wrong with them alone
  if (unknown && steps <= 2) {
    errors = first_loss_errors(settings, model, losses, right);
    if (errors.factor != 1) {
      for (double& each : told) each /= errors.factor;
    } else if (errors.off > same) {
      told = right.losses;
    }
  } else if (wrong > same || steps > 3) {
    errors = training::loss_errors(losses, made.losses());
  }
  if (steps == 1) runs.first = first_step(model, start, right, told[0]);
  if (steps == 2 && wrong > same) {
    runs.first.loss = std::abs(told[0] - right.losses[0]);
    if (runs.first.loss <= same) runs.second = training::second_step(wrong, told, right.losses);
  }
  std::mt19937 unseen = training::unseen();
  const FourTokens data = task_data(repaired, 10000, unseen);
  const auto [first, last] = training::ends(losses);
  return {{furthest(learnt, flat(start)), furthest(Wq, start.Wq), furthest(Wk, start.Wk),
           furthest(W, start.read_out.W), furthest(b, start.read_out.b)},
          runs,
          {steps == 1 || unknown ? 1.0 : training::spread(losses),
           training::not_returned(learnt, right.before, losses, right.losses), errors, last / first,
           last - four_token_gradient(model, data).loss},
          held_out(model, data)};
}

}  // namespace softmark
