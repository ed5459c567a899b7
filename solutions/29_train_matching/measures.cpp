#include "train_matching.hpp"

#include "measures/training.hpp"

#include <array>
namespace softmark {
namespace {

using training::furthest;
using training::rounding;
using training::same;

/// A run's settings: the inputs of the exercise.
struct Settings {
  bool use_positions;
  const MatchingModel& start;
  std::size_t count, epochs, batch;
  double rate;
  std::mt19937 random;
  Vector learning;  ///< 1 for each parameter that the program has changed, 0 for each other one
  const Vector& losses;  ///< those of the program: they show its batches
};

/// Ways to train, right and wrong.
enum class Way {
  right,
  other_positions,
  uphill,
  forgetful,
  summed,
  new_data,
  new_data_shuffled,
  plain,
  divided,
  twice,
  start_model,
  start_tokens,
  first_positions,
  reversed_positions,
  doubled_positions,
  scaled_tokens,
  resting
};

/// Which sequences are in the batches of an epoch.
enum class Batching { right, first_again, last_left_out };

/// What may be taken for the loss of an epoch, of its batches.
struct LossKinds {
  double share = 0, sum = 0, mean = 0, last = 0;
};

/// The largest change of a parameter since the start, of some arrays.
struct AttentionChanges {
  double Wq = 0, Wk = 0, Wv = 0;
};
struct OtherChanges {
  double table = 0, W = 0, b = 0;
};
struct Changes {
  double anything = 0, positions = 0;
  double unused = 0;  ///< of positions that are not used, by a gradient
  AttentionChanges attention;
  OtherChanges others;
};

/// The largest differences between the learnt parameters and those of a run of one of the ways; 1
/// where they are those of the right run.
struct Distances {
  double other_positions = 1, uphill = 1, forgetful = 1, summed = 1, new_data = 1, plain = 1;
};

/// Of runs that make the tokens otherwise.
struct TokenDistances {
  double start_tokens = 1, first_positions = 1;
  double reversed = 1, doubled = 1, scaled = 1;
};

struct MoreDistances {
  double divided = 1, twice = 1, start_model = 1;
  TokenDistances tokens;
  double one_step_less = 1;
  double right = 0;  ///< with all sequences in one batch
};

struct WrongLosses {
  double sum = 1, mean = 1, last = 1;
};
struct LossesOf {
  double unreturned = 0;  ///< 1 where a run with these was made, and its model not returned
  training::LossErrors errors;
  WrongLosses wrong;  ///< the largest differences from these, where others are right
};
struct Losses {
  double spread = 0;  ///< the largest less the smallest
  double first = 0;   ///< of a run in one batch that is not known: the error of the first
  double second = 0;  ///< likewise where the first is right: that of the second
  LossesOf run;
  double fall = 0;    ///< the last over the first
  double honest = 0;  ///< the last less the loss on held-out sequences
};

/// Of a run of three or four sequences in two batches; as they stand here for others.
struct Orders {
  double kept = 0;  ///< share of epochs with the order of the one before
  double rarest =
      1;  ///< share of epochs that leave those for the last batch that are so most rarely
};

struct Epochs {
  double off = 0;  ///< the distance from a run in the order of the losses; where no order has
                   ///< them, the largest difference between losses
  Orders orders;
  double first_again = 1, last_left_out = 1;  ///< distances from runs that go wrong so
  double start_alone = 1;  ///< how far the first loss is from that of the start on all sequences
};

struct HeldOut {
  double accuracy = 0;
  double uniform = 0;    ///< accuracy when all tokens get the same attention
  double attention = 0;  ///< of the last token on the first, the mean
};

struct Measures {
  Changes changes;
  Distances distances;
  MoreDistances more;
  Losses losses;
  HeldOut held_out;
  Epochs epochs;
};

/// The tokens of sequences as attention sees them.
Tensor3 tokens_of(const MatchingModel& model, const xt::xtensor<int, 2>& ids, bool positions) {
  const std::size_t L = ids.shape(1), E = model.table.shape(1);
  Tensor3 X = xt::zeros<double>({ids.shape(0), L, E});
  for (std::size_t i = 0; i < ids.shape(0); ++i) {
    for (std::size_t n = 0; n < L; ++n) {
      for (std::size_t e = 0; e < E; ++e)
        X(i, n, e) = model.table(ids(i, n), e) + (positions ? model.positions(n, e) : 0);
    }
  }
  return X;
}

struct Run {
  Vector parameters, losses;
  std::vector<Vector> before;  ///< the parameters before each step
  LossKinds off;               ///< the largest differences of the program's losses from these
  Orders orders;
};

/// The sequences of each batch of an epoch.
using Division = std::vector<std::vector<std::size_t>>;

/// All ways to put `batch` of `count` sequences into the first batch, and the others into the last;
/// of a larger batch, the only one.
std::vector<Division> divisions(std::size_t count, std::size_t batch) {
  std::vector<Division> all;
  std::vector<bool> in_first(count, false);
  std::fill_n(in_first.begin(), std::min(batch, count), true);
  do {
    Division one(batch < count ? 2 : 1);
    for (std::size_t i = 0; i < count; ++i) one[in_first[i] ? 0 : 1].push_back(i);
    all.push_back(one);
  } while (std::prev_permutation(in_first.begin(), in_first.end()));
  return all;
}

/// The same, as this batching has them.
std::vector<Division> divisions(std::size_t count, std::size_t batch, Batching batching) {
  if (batching == Batching::right) return divisions(count, batch);
  std::vector<Division> all;
  for (const Division& one : divisions(count, batch)) {
    const auto rest = static_cast<std::ptrdiff_t>(one[1].size());
    if (batching == Batching::last_left_out) {
      all.push_back({one[0]});
    } else {  // a smaller last batch has some of the first
      all.push_back({one[0], {one[0].begin(), one[0].begin() + rest}});
      all.push_back({one[0], {one[0].end() - rest, one[0].end()}});
    }
  }
  return all;
}

/// What one step hands on to the next.
struct Training {
  AdamState state;
  Vector sum;                  ///< of all gradients
  std::vector<Vector> before;  ///< the parameters before each step of this epoch
};

/// The model with which a way makes its tokens.
MatchingModel looked_up(const MatchingModel& model, const MatchingModel& start, Way way) {
  MatchingModel other = model;
  const std::size_t L = model.positions.shape(0);
  if (way == Way::start_tokens) other.table = start.table;
  if (way == Way::first_positions) other.positions = start.positions;
  for (std::size_t n = 0; way == Way::reversed_positions && n < L; ++n)
    xt::view(other.positions, n, xt::all()) = xt::view(model.positions, L - 1 - n, xt::all());
  if (way == Way::doubled_positions) other.positions *= 2.0;
  if (way == Way::scaled_tokens) other.table *= std::sqrt(model.table.shape(1));
  return other;
}

/// One step with some of the sequences; returns their mean loss.
double step(Training& training, const Settings& settings, Way way, const MatchingData& data,
            const std::vector<std::size_t>& which) {
  xt::xtensor<int, 2> ids = xt::zeros<int>({which.size(), data.X.shape(1)});
  xt::xtensor<int, 1> y = xt::zeros<int>({which.size()});
  for (std::size_t i = 0; i < which.size(); ++i) {
    for (std::size_t n = 0; n < ids.shape(1); ++n) ids(i, n) = data.X(which[i], n);
    y(i) = data.y(which[i]);
  }
  AdamState& state = training.state;
  const MatchingModel model =
      way == Way::start_model ? settings.start : unflat(state.theta, settings.start);
  const bool positions = settings.use_positions != (way == Way::other_positions);
  const Tensor3 X = tokens_of(looked_up(model, settings.start, way), ids, positions);
  MatchingGradient now = matching_gradient(model, ids, X, y);
  if (!settings.use_positions) now.gradient.positions.fill(0.0);
  Vector gradient = flat(now.gradient);
  if (way == Way::resting) gradient *= settings.learning;
  training.sum += gradient;
  training.before.push_back(state.theta);
  const double rate = way == Way::uphill    ? -settings.rate
                      : way == Way::divided ? settings.rate / static_cast<double>(which.size())
                                            : settings.rate;
  if (way == Way::plain) {
    state.theta -= rate * gradient;
    return now.loss;
  }
  Matrix gradients = xt::zeros<double>({std::size_t{1}, gradient.size()});
  xt::view(gradients, 0, xt::all()) = way == Way::summed ? training.sum : gradient;
  if (way == Way::forgetful) state = {state.theta, 0.0 * gradient, 0.0 * gradient, 0};
  state = adam(state, gradients, rate);
  if (way == Way::twice) state = adam(state, gradients, rate);
  return now.loss;
}

/// Makes the steps of an epoch, and returns what may stand for its loss.
LossKinds steps(Training& training, const Settings& settings, Way way, const MatchingData& data,
                const Division& division) {
  LossKinds losses;
  for (const std::vector<std::size_t>& batch : division) {
    losses.last = step(training, settings, way, data, batch);
    losses.share += losses.last * batch.size() / settings.count;
    losses.sum += losses.last;
  }
  losses.mean = losses.sum / division.size();
  return losses;
}

/// Makes the training again. Of a few sequences in two batches the program's losses show which are
/// in the last one; a run with other losses is given up.
Run run(Settings settings, Way way, Batching batching = Batching::right) {
  const std::size_t L = settings.start.positions.shape(0);
  const int V = static_cast<int>(settings.start.table.shape(0));
  MatchingData data = matching_data(L, settings.count, V, settings.random);
  std::vector<std::size_t> order(settings.count);  // only draws from `random`
  const Vector zeros = 0.0 * flat(settings.start);
  Training training{{flat(settings.start), zeros, zeros, 0}, zeros, {}};
  Run result{zeros, xt::zeros<double>({settings.epochs}), {}, {}, {}};
  const std::vector<Division> ways = divisions(settings.count, settings.batch, batching);
  std::vector<double> times(ways.size(), 0.0);
  std::size_t before = ways.size();
  for (std::size_t epoch = 0; epoch < settings.epochs; ++epoch) {
    const bool shuffled = way == Way::new_data_shuffled;
    if ((way == Way::new_data || shuffled) && epoch > 0)
      data = matching_data(L, settings.count, V, settings.random);
    if (shuffled) std::shuffle(order.begin(), order.end(), settings.random);
    Training next = training;
    LossKinds off;
    double nearest = 1e300;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      Training tried = training;
      const LossKinds losses = steps(tried, settings, way, data, ways[i]);
      const auto from = [&](double loss) { return std::abs(loss - settings.losses(epoch)); };
      const LossKinds here{from(losses.share), from(losses.sum), from(losses.mean),
                           from(losses.last)};
      const double least = std::min({here.share, here.sum, here.mean, here.last});
      if (least > nearest) continue;
      nearest = least;
      off = here;
      taken = i;
      result.losses(epoch) = losses.share;
      next = tried;
    }
    result.off = {std::max(result.off.share, off.share), std::max(result.off.sum, off.sum),
                  std::max(result.off.mean, off.mean), std::max(result.off.last, off.last)};
    if (ways.size() > 1 && nearest > same) return result;
    if (taken == before) result.orders.kept += 1.0 / (settings.epochs - 1);
    before = taken;
    times[taken] += 1;
    training = next;
    result.before.insert(result.before.end(), next.before.begin(), next.before.end());
    training.before.clear();
  }
  if (ways.size() == 1) result.orders.kept = 0;
  result.orders.rarest = *std::min_element(times.begin(), times.end()) / settings.epochs;
  result.parameters = training.state.theta;
  return result;
}

/// Share of sequences whose most probable integer is the label.
double accuracy(const MatchingModel& model, const Tensor3& X, const xt::xtensor<int, 1>& y,
                bool uniform, double& attention) {
  const std::size_t L = X.shape(1), E = X.shape(2), V = model.table.shape(0);
  const double each = 1.0 / static_cast<double>(X.shape(0));
  // The score of a token is x_last (Wq Wk^T) x, and its logits are W (Wv^T x): two small matrices.
  const Matrix between = xt::linalg::dot(model.Wq, xt::transpose(model.Wk));
  const Matrix out = xt::linalg::dot(model.Wv, xt::transpose(model.read_out.W));
  std::vector<double> weights(L), logits(V), query(E);
  double right = 0;
  attention = 0;
  for (std::size_t i = 0; i < X.shape(0); ++i) {
    const double* tokens = X.data() + i * L * E;
    std::fill(query.begin(), query.end(), 0.0);
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t j = 0; j < E; ++j) query[j] += tokens[(L - 1) * E + e] * between(e, j);
    }
    double largest = -1e300, sum = 0;
    for (std::size_t n = 0; n < L; ++n) {
      weights[n] = 0;
      for (std::size_t j = 0; j < E && !uniform; ++j)
        weights[n] += query[j] * tokens[n * E + j] / std::sqrt(E);
      largest = std::max(largest, weights[n]);
    }
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    std::copy_n(model.read_out.b.data(), V, logits.begin());
    for (std::size_t e = 0; e < E; ++e) {
      double mixed = 0;
      for (std::size_t n = 0; n < L; ++n) mixed += weights[n] / sum * tokens[n * E + e];
      for (std::size_t c = 0; c < V; ++c) logits[c] += mixed * out(e, c);
    }
    attention += weights[0] / sum * each;
    const auto best = std::max_element(logits.begin(), logits.end()) - logits.begin();
    right += best == y(i) ? each : 0;
  }
  return right;
}

/// The loss of the model at the start on all sequences.
double first_loss(Settings settings) {
  const int V = static_cast<int>(settings.start.table.shape(0));
  const std::size_t L = settings.start.positions.shape(0);
  const MatchingData data = matching_data(L, settings.count, V, settings.random);
  const Tensor3 X = tokens_of(settings.start, data.X, settings.use_positions);
  return matching_gradient(settings.start, data.X, X, data.y).loss;
}

/// The parameters with those positions.
Vector with_positions(const Vector& parameters, const Matrix& positions,
                      const MatchingModel& shapes) {
  MatchingModel model = unflat(parameters, shapes);
  model.positions = positions;
  return flat(model);
}

/// Compares the program with runs in the right and in wrong ways.
void compare_with_runs(const Settings& settings, const MatchingModel& model, Measures& measures) {
  const Vector& losses = settings.losses;
  const bool one_batch = settings.batch >= settings.count;
  // Positions that are not used are a matter of their own.
  const Matrix& positions = settings.use_positions ? model.positions : settings.start.positions;
  const Vector learnt = with_positions(flat(model), positions, settings.start);
  const Run right = run(settings, Way::right);
  const double wrong = furthest(learnt, right.parameters);
  training::RunsMade made(learnt, right);
  Run like = right;  // the run that was made, where one is known
  LossesOf& errors = measures.losses.run;
  const auto from_run = [&](Way way, Run other) {
    // Positions that are not added can be learned all the same, or not.
    if (way == Way::other_positions)
      other.parameters = with_positions(other.parameters, positions, settings.start);
    const double distance = made.distance(other);
    if (distance <= rounding) like = other;
    return distance;
  };
  const auto from = [&](Way way, Batching batching = Batching::right) {
    return wrong <= same ? 1.0 : from_run(way, run(settings, way, batching));
  };
  // The first loss of one batch knows its tokens, whatever the steps are.
  const auto from_tokens = [&](Way way) {
    if (wrong <= same) return 1.0;
    const Run other = run(settings, way);
    const double first = one_batch ? std::abs(losses(0) - other.losses(0)) : 1;
    return std::min(from_run(way, other), first);
  };
  const auto with_these = [&](Way way) { return settings.use_positions ? from_tokens(way) : 1.0; };
  measures.distances = {from_tokens(Way::other_positions),
                        from(Way::uphill),
                        from(Way::forgetful),
                        from(Way::summed),
                        std::min(from(Way::new_data), from(Way::new_data_shuffled)),
                        from(Way::plain)};
  measures.more = {
      from(Way::divided),
      from(Way::twice),
      from(Way::start_model),
      {from(Way::start_tokens), settings.use_positions ? from(Way::first_positions) : 1,
       with_these(Way::reversed_positions), with_these(Way::doubled_positions),
       from_tokens(Way::scaled_tokens)},
      right.before.empty() ? 1 : furthest(learnt, right.before.back()),
      one_batch ? wrong : 0};
  from(Way::resting);
  if (!one_batch) {
    measures.epochs.first_again = from(Way::right, Batching::first_again);
    measures.epochs.last_left_out = from(Way::right, Batching::last_left_out);
    measures.epochs.start_alone = std::abs(losses(0) - first_loss(settings));
    measures.epochs.off = right.before.empty() ? right.off.share : wrong;
  }
  errors.unreturned = training::not_returned(learnt, right.before, losses, right.losses);
  if (!made.losses().empty()) {
    errors.errors = training::loss_errors(losses, made.losses());
    if (!one_batch) measures.epochs.orders = like.orders;
    if (!one_batch && errors.errors.off > same)
      errors.wrong = {like.off.sum, like.off.mean, like.off.last};
  } else if (one_batch) {
    errors.errors =
        training::first_loss_errors(losses(0), right.losses(0), settings.count, right.losses(0));
    Vector told = losses;  // without what is wrong with them alone
    if (errors.errors.off > same)
      told = errors.errors.factor == 1 ? right.losses : losses / errors.errors.factor;
    measures.losses.first = std::abs(told(0) - right.losses(0));
    if (measures.losses.first <= same) measures.losses.second = std::abs(told(1) - right.losses(1));
  }
  // A mistake that takes a share of all numbers away is none of the positions' gradient.
  const auto numbers = [](const Matrix& array) {
    return std::vector<double>(array.begin(), array.end());
  };
  const std::vector<double> at_first = numbers(settings.start.positions);
  const bool by_share = training::share_taken(at_first, numbers(model.positions), at_first) != 0;
  if (wrong > same && by_share) measures.changes.unused = 0;
}

}  // namespace

Measures measure(const Matrix& table, const Matrix& positions, const Matrix& Wq, const Matrix& Wk,
                 const Matrix& Wv, const Matrix& W, const Vector& b, const Vector& losses,
                 bool use_positions, const MatchingModel& start, std::size_t count,
                 std::size_t epochs, std::size_t batch, double rate, std::mt19937& random) {
  const MatchingModel model{table, positions, Wq, Wk, Wv, {W, b}};
  if (table.shape() != start.table.shape() || positions.shape() != start.positions.shape() ||
      Wq.shape() != start.Wq.shape() || Wk.shape() != start.Wk.shape() ||
      Wv.shape() != start.Wv.shape() || W.shape() != start.read_out.W.shape() ||
      b.shape() != start.read_out.b.shape())
    throw std::invalid_argument("expected a model with the shapes of the one at the start");
  if (losses.shape(0) != epochs) throw std::invalid_argument("expected a loss for each epoch");
  Measures measures;
  measures.changes = {
      furthest(flat(model), flat(start)),
      furthest(positions, start.positions),
      use_positions ? 0 : furthest(positions, start.positions),
      {furthest(Wq, start.Wq), furthest(Wk, start.Wk), furthest(Wv, start.Wv)},
      {furthest(table, start.table), furthest(W, start.read_out.W), furthest(b, start.read_out.b)}};
  measures.losses.spread = training::spread(losses);
  if (batch >= count || count <= 4) {
    const Vector learning = xt::cast<double>(xt::not_equal(flat(model), flat(start)));
    compare_with_runs({use_positions, start, count, epochs, batch, rate, random, learning, losses},
                      model, measures);
  }
  std::mt19937 unseen = training::unseen();
  const MatchingData data =
      matching_data(positions.shape(0), 10000, static_cast<int>(table.shape(0)), unseen);
  const Tensor3 X = tokens_of(model, data.X, use_positions);
  measures.losses.fall = losses(epochs - 1) / losses(0);
  measures.losses.honest = losses(epochs - 1) - matching_gradient(model, data.X, X, data.y).loss;
  double ignored = 0;
  measures.held_out.accuracy = accuracy(model, X, data.y, false, measures.held_out.attention);
  measures.held_out.uniform = accuracy(model, X, data.y, true, ignored);
  return measures;
}

}  // namespace softmark
