/**
 * The largest rate, 0..1, that so many errors among so many trials still leave possible: one-sided upper 95 % bound. 1 where nothing was tried.
 * Source: Clopper and Pearson, Biometrika 26 (1934): the rate at which that few errors or fewer happen in 5 % of cases.
 */
export function upperBound(errors: number, trials: number): number {
  if (errors >= trials) return 1;
  let [low, high] = [errors / trials, 1];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (atMost(errors, trials, rate) > 0.05) low = rate;
    else high = rate;
  }
  return high;
}

/** The chance of at most so many errors; each term from the one before, in logarithms against underflow. */
function atMost(errors: number, trials: number, rate: number): number {
  let term = trials * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return sum;
}
