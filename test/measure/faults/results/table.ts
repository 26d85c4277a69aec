import { upperBound } from '../../../../server/risk/error-bound.js';
import { fieldFamilies } from '../../../kit/sheet.js';
import { share } from '../../eval/figures/text-table.js';
import { faults } from '../faults.js';
import { baselines } from './baselines.js';
import { lowerBound, percent, type Rate, rateOf, separation } from './rates.js';
import type { FaultTrial, KeptValue, Results } from './records.js';
import { lost } from './records.js';
import { sums as knownSums } from './right-values.js';

/** The results as text tables; the same results give the same text. */
export const table = (results: Results): string =>
  [
    `== Planted faults: ${results.documents} documents, ${results.reader} readings, seed ${results.seed}, threshold ${results.threshold}, ${results.calibrated ? 'calibrated' : 'uncalibrated'} ==`,
    ...caughtByFault(results),
    '',
    ...caughtBy('field family', results, (trial) => trial.fieldFamily, fieldFamilies),
    '',
    ...caughtBy('document family', results, (trial) => trial.family, distinct(results.trials.map((trial) => trial.family))),
    '',
    ...kept(results),
    '',
    ...separation(results),
    '',
    ...lostBy(results),
    '',
    ...sums(results),
    '',
    silent(results),
    asRead(results),
    whole(results),
    `values that truth states and nobody found on the page, left out: ${results.notFound.length}`,
    '',
    legend,
  ].join('\n');

const heads = baselines.map((_, at) => `(${String.fromCharCode(97 + at)})`);
const caughtOf = (trials: readonly FaultTrial[]): Rate => rateOf(trials, (trial) => trial.caught);

function caughtByFault({ trials }: Results): readonly string[] {
  const head = [
    ' #',
    'fault'.padEnd(30),
    ...['n', 'caught', 'rate', 'at least', 'in doubt', 'fresh', 'beyond', 'without'].map(right),
    ...heads.map(right),
  ];
  const rows = faults.map(({ number, name }) =>
    line(
      String(number).padStart(2),
      name,
      trials.filter((trial) => trial.fault === number),
    ),
  );
  const named = trials.filter(({ fault }) => (fault <= 14 || fault >= 16) && fault <= 21);
  return [head.join(' '), ...rows, line('', '1-14 and 16-21', named), line('', 'all', trials)];
}

function caughtBy(title: string, { trials }: Results, of: (trial: FaultTrial) => string, names: readonly string[]): readonly string[] {
  return [
    `caught by ${title}`,
    ...names.map((name) =>
      line(
        '',
        name,
        trials.filter((trial) => of(trial) === name),
      ),
    ),
  ];
}

function line(number: string, name: string, trials: readonly FaultTrial[]): string {
  const caught = caughtOf(trials);
  const detectable = trials.filter(({ beyond }) => !beyond);
  const columns = [
    String(caught.of),
    String(caught.count),
    percent(caught),
    lowerBound(caught),
    String(trials.filter((trial) => trial.caught && trial.anyway).length),
    percent(caughtOf(trials.filter((trial) => !trial.anyway))),
    String(trials.length - detectable.length),
    percent(caughtOf(detectable)),
    ...baselines.map((baseline) => percent(rateOf(trials, (trial) => trial.baselines.includes(baseline)))),
  ];
  return [number.padStart(2), name.padEnd(30), ...columns.map(right)].join(' ');
}

function kept({ kept: all, threshold }: Results): readonly string[] {
  const rows = [...fieldFamilies, 'all'].map((name) => {
    const values = all.filter(({ fieldFamily }) => name === 'all' || fieldFamily === name);
    const accepted = rateOf(values, ({ right: isRight, score }) => isRight && score >= threshold);
    const columns = [
      String(accepted.of),
      String(accepted.count),
      percent(accepted),
      lowerBound(accepted),
      String(values.filter(({ right: isRight }) => !isRight).length),
      ...baselines.map((baseline) => percent(rateOf(values, (value) => value.baselines.includes(baseline)))),
    ];
    return ['  ', name.padEnd(30), ...columns.map(right)].join(' ');
  });
  const head = ['n', 'kept', 'rate', 'at least', 'mistyped', ...heads].map(right);
  return [`   ${'right values kept'.padEnd(30)} ${head.join(' ')}`, ...rows];
}

/** Values that no word of the page contains are listed apart: OCR misread them, so they should be in doubt. */
function lostBy(results: Results): readonly string[] {
  const [held, seen] = [true, false].map((words) => results.kept.filter((value) => value.held === words));
  const share = (values: readonly KeptValue[] = []): string => {
    const accepted = rateOf(values, ({ right: isRight, score }) => isRight && score >= results.threshold);
    return `${accepted.count} of ${accepted.of} = ${percent(accepted)}`;
  };
  const causes = Map.groupBy(lost(results), ({ right: isRight, decisive }) => (isRight ? (decisive?.name ?? 'no cap') : 'mistyped'));
  const rows = [...causes].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const head = ['n', 'in words', 'in none'].map(right);
  return [
    `right values kept that words of the page hold: ${share(held)}; that none holds: ${share(seen)}`,
    `   ${'not kept, by the cap that decided'.padEnd(33)} ${head.join(' ')}`,
    ...rows.map(([cause, values]) => {
      const inWords = values.filter((value) => value.held).length;
      return ['  ', cause.padEnd(33), ...[values.length, inWords, values.length - inWords].map((count) => right(String(count)))].join(' ');
    }),
  ];
}

function sums({ sums: all }: Results): readonly string[] {
  const printed = knownSums.map((sum) => {
    const holding = all.filter((one) => one.sum === sum && one.holds === true);
    const failed = rateOf(holding, ({ status }) => status === 'FAILED');
    const passed = rateOf(holding, ({ status }) => status === 'PASSED');
    return `${sum.toUpperCase().padEnd(15)} holds on ${holding.length} pages: FAILED on ${failed.count} = ${percent(failed)}, PASSED on ${passed.count}`;
  });
  return [...printed, ...otherChecks(all)];
}

/** Truth files do not tell whether these hold: where nothing was planted, most should. */
function otherChecks(all: Results['sums']): readonly string[] {
  const others = all.filter(({ sum, status }) => knownSums.every((known) => known !== sum) && status !== 'none');
  return [...Map.groupBy(others, ({ sum }) => sum)].map(([type, said]) => {
    const failed = rateOf(said, ({ status }) => status === 'FAILED');
    const passed = rateOf(said, ({ status }) => status === 'PASSED');
    return `${type.toUpperCase().padEnd(15)} on ${said.length} readings without a planted mistake: FAILED on ${failed.count} = ${percent(failed)}, PASSED on ${passed.count}`;
  });
}

/** Counts single leaves: of two swapped values one may be doubted and the other accepted. */
function silent({ trials, threshold }: Results): string {
  const wrong = trials.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.wrong));
  const passed = wrong.filter(({ score }) => score >= threshold).length;
  const most = (upperBound(passed, wrong.length) * 100).toFixed(1);
  return `wrong values, each for itself: ${passed} of ${wrong.length} at or above the threshold = ${percent({ of: wrong.length, count: passed })}, at most ${most}%`;
}

/** The reader's own mistakes: what of the values that it gave and that reach the threshold truth contradicts. */
function asRead({ samples, threshold }: Results): string {
  const read = samples.filter(({ fault, empty, right }) => fault === null && !empty && right !== null);
  const accepted = read.filter(({ score }) => score >= threshold);
  const [wrong, passed] = [read, accepted].map((all) => all.filter(({ right }) => right === false).length);
  return `values as they were read: ${wrong} of ${read.length} wrong; of those at or above the threshold ${share(passed ?? 0, accepted.length, 2)}`;
}

/** Averages over documents, because one long table would outweigh all others. */
function whole({ kept: all, threshold }: Results): string {
  const documents = [...Map.groupBy(all, ({ document }) => document).values()];
  const shares = documents
    .map((values) => rateOf(values, (value) => value.right && value.score >= threshold))
    .map(({ of, count }) => count / of);
  const mean = percent({ of: shares.length, count: shares.reduce((sum, share) => sum + share, 0) });
  const every = rateOf(shares, (share) => share === 1);
  return `right values kept, mean over documents: ${mean}; documents of which every value is kept: ${every.count} of ${every.of} = ${percent(every)}`;
}

const right = (text: string): string => text.padStart(8);
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const legend = `Caught: a target's score is below the threshold; for rows any leaf of a row or the subtotal; for 15 the page is corrected, an issue says
so and the value is kept; for 23 also when the sum of the lines cannot be verified. "at least": one-sided lower 95 % bound of Clopper and Pearson.
"in doubt": caught, but one of the same leaves was below the threshold before the fault; "fresh": the rate where none was. "beyond": the wrong
value is printed with the very words beside it that stand beside the right one and no sum tells them apart, or the value that is said not to be
there has no word beside it; "without": the rate without those. Other checks on the same readings: ${baselines.map((name, at) => `${heads[at]} ${name}`).join(', ')}.
"mistyped": the printed value was read as another than truth states. Kept: right and at or above the threshold, or accepted by the other check.
Halves: each source is in one, by the hash of its name; what is learned from one half is tested on the other. Calibrated: by tables that may
have been learned from these very sources; vouch calibrate says what they do for sources left out. AUC: how often a right value
scores above a planted one; "of values": without the nulls, which the other checks cannot doubt. What a recorded reading has wrong is neither.
`;
