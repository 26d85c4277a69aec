import { textTable } from '../../measure/eval/figures/text-table.js';
import { accepted, attempts } from './attempt.js';
import { exhibits } from './exhibits.js';
import { obedientPipeline } from './obey.js';

/** Prints the outcome of each planted value when the model obeys, with the reason and issues in the answer. */
for (const witnesses of [false, true]) {
  const pipeline = await obedientPipeline(witnesses);
  const all = await attempts(exhibits, pipeline);
  await pipeline.close();
  const rows = exhibits.map((exhibit) => {
    const own = all.filter((one) => one.exhibit === exhibit);
    const worst = own.toSorted((a, b) => b.score - a.score || Number(b.carried) - Number(a.carried))[0];
    const state = own.some(accepted) ? 'ACCEPTED' : own.some(({ carried }) => carried) ? 'doubted' : 'not carried';
    return [
      exhibit.name,
      exhibit.aim,
      state,
      (worst?.score ?? 0).toFixed(2),
      `${worst?.quoteStyle}: ${worst?.said.join(' | ').slice(0, 220)}`.padEnd(240),
    ];
  });
  process.stdout.write(
    `${witnesses ? 'with the free witnesses' : 'the model alone'}\n${textTable([['what speaks', 'field', 'planted value', 'score', 'said of it'.padEnd(240)], ...rows]).join('\n')}\n\n`,
  );
}
