import { parseArgs } from 'node:util';
import { InputError } from '../../../core/index.js';
import { command, numberIn, parsed, wholeNumber } from '../eval/command.js';
import { percent } from '../eval/figures/text-table.js';
import { type CurveRow, learningCurve } from './curve.js';
import { corpusOf } from './documents.js';
import { type SimulatedRun, simulate } from './simulate.js';

const usage = `npm run risk -- RUN [--documents N] [--issuers N] [--runs N] [--risk SHARE] [--sample SHARE] [--mistakes SHARE] [--worse N]
npm run risk -- RUN --curve [--runs N] [--risk SHARE] [--mistakes SHARE]

Whether a promised share of silent errors is kept: documents arrive one after the other, what is under the thresholds of review_policy.risk is judged, of the rest
a blind sample, and thresholds are chosen anew from what was judged. RUN is a folder of vouch faults CORPUS --readings NAME --out RUN:
its values as they were read are the documents, and its planted mistakes, with the scores that they got, are what a reader gets wrong beside.
  --documents N     5000 when absent
  --issuers N       200 when absent; each issuer is one of the sources of RUN, drawn with repetition
  --runs N          20 when absent
  --risk SHARE      promised share of wrong values among the accepted; 0.005 when absent
  --sample SHARE    share of documents of which values are drawn; 0.05 when absent
  --mistakes SHARE  share of values that a planted mistake takes the place of; 0.02 when absent; each issuer has a share of its own, from none to twice that
  --worse N         from the middle on so many times as many mistakes; also says how soon it was noticed
  --curve           says instead what is kept of right values at this risk after so many reviewed documents, by the shipped scores alone and by verdicts
`;

const lineOf = ({ accepted, values, wrong, first, noticed, judged, late }: SimulatedRun, seed: number): string =>
  `${String(seed).padStart(3)}  accepted ${percent(accepted / values)} of ${values}  silent ${wrong} = ${percent(wrong / Math.max(1, accepted), 3)}  ` +
  `promised from document ${first ?? '-'}  judged ${judged}  accepted in the last fifth ${percent(late)}  noticed ${noticed ?? '-'}`;

function summary(runs: readonly SimulatedRun[], { risk, worse }: { readonly risk: number; readonly worse: number }): string {
  const kept = runs.filter(({ wrong, accepted }) => wrong <= risk * accepted).length;
  const shares = runs.map(({ accepted, values }) => accepted / values).toSorted((a, b) => a - b);
  const noticed = runs.flatMap(({ noticed: at }) => at ?? []).filter((at) => at >= 0);
  const early = runs.filter(({ noticed: at }) => at !== undefined && at < 0).length;
  return [
    `promise of ${percent(risk, 2)} kept in ${kept} of ${runs.length} runs; accepted, median ${percent(shares[Math.floor(shares.length / 2)] ?? 0)}`,
    worse > 1
      ? `${worse} times as many mistakes from the middle on: noticed in ${noticed.length} of ${runs.length}, within 200 documents in ${noticed.filter((at) => at <= 200).length}; alarms before: ${early}`
      : `alarms although nothing has changed: ${runs.filter(({ noticed: at }) => at !== undefined).length} of ${runs.length}`,
    '',
  ].join('\n');
}

const curveLine = ({ reviewed, shipped, learned }: CurveRow): string =>
  `${reviewed.padEnd(32)} kept by scores ${percent(shipped)}, by verdicts ${percent(learned)}\n`;

await command(() => {
  const options = {
    documents: { type: 'string', default: '5000' },
    issuers: { type: 'string', default: '200' },
    runs: { type: 'string', default: '20' },
    risk: { type: 'string', default: '0.005' },
    sample: { type: 'string', default: '0.05' },
    mistakes: { type: 'string', default: '0.02' },
    worse: { type: 'string', default: '1' },
    curve: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  const share = (name: 'risk' | 'sample' | 'mistakes'): number => numberIn(values[name], { name: `--${name}`, from: 0, to: 1 });
  const corpus = corpusOf(folder);
  const plan = {
    documents: wholeNumber('--documents', values.documents, 1),
    issuers: wholeNumber('--issuers', values.issuers, 1),
    risk: share('risk'),
    sample: share('sample'),
    mistakes: share('mistakes'),
    worse: numberIn(values.worse, { name: '--worse', from: 1, to: 100 }),
  };
  process.stdout.write(
    `${corpus.documents.length} documents of ${corpus.sources.length} sources, ${corpus.mistakes.length} planted mistakes\n`,
  );
  const rounds = wholeNumber('--runs', values.runs, 1);
  if (values.curve) {
    for (const row of learningCurve(corpus, { ...plan, rounds })) process.stdout.write(curveLine(row));
    return;
  }
  const runs = Array.from({ length: rounds }, (_, at) => {
    const run = simulate(corpus, { ...plan, seed: at + 1 });
    process.stdout.write(`${lineOf(run, at + 1)}\n`);
    return run;
  });
  process.stdout.write(summary(runs, plan));
});
