import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, loadPluginFile, shippedFile } from '../../../../config/index.js';
import { createEngine, InputError, type Part } from '../../../../core/index.js';
import { ownSubjects } from '../../../../server/cli/plugin/target.js';
import { measureRule, type RuleMeasure } from '../../../kit/index.js';
import { command, parsed, wholeNumber } from '../../eval/command.js';
import { sampleOf } from '../documents.js';
import { type RuleCase, ruleCases } from './host-data.js';

const usage = `npm run rules -- CORPUS [--readings NAME] [--sample N] [--plant-in N] [--ways N] [--rule NAME]

What each shipped rule catches and costs on a corpus, as vouch plugin test measures it, with what a host of these documents would know.
  --readings NAME  the recorded readings of CORPUS/readings/NAME; "large" when absent
  --sample N       only N documents, chosen by the hash of their ids
  --plant-in N     plant mistakes into so many of them; what is lost is counted in all
  --ways N         also a reader's mistakes, up to so many of each kind in a document; 0 when absent: misprints alone
  --rule NAME      this rule only
`;

await command(main);

async function main(): Promise<void> {
  const { values, positionals } = parsed(usage, () =>
    parseArgs({
      options: {
        readings: { type: 'string', default: 'large' },
        sample: { type: 'string' },
        'plant-in': { type: 'string', default: '40' },
        ways: { type: 'string', default: '0' },
        rule: { type: 'string' },
      },
      allowPositionals: true,
    }),
  );
  const [corpus] = positionals;
  if (corpus === undefined) throw new InputError(usage);
  const { engine: settings } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const engine = createEngine(settings);
  const skip = (why: string): void => void process.stderr.write(`left out: ${why}\n`);
  const sample = values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1);
  const subjects = await ownSubjects(corpus, engine, { readings: values.readings, skip, choose: (ids) => sampleOf(ids, sample) }).finally(
    () => engine.close(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'vouch-rules-'));
  process.stdout.write(
    '| rule | documents it speaks of | caught without → with | lost right values | right documents held | ms | its data |\n|---|---|---|---|---|---|---|\n',
  );
  try {
    for (const one of ruleCases(subjects, folder).filter(({ name }) => values.rule === undefined || name === values.rule)) {
      const plugin = await loadPluginFile(shippedFile(one.name, 'rule'));
      const part = { plugin, options: one.options ?? {} } as Part<'rule'>;
      const measure = await measureRule(part, one.subjects, {
        settings,
        ways: wholeNumber('--ways', values.ways, 0),
        plantedIn: wholeNumber('--plant-in', values['plant-in'], 1),
      });
      process.stdout.write(`${rowOf(one, measure)}\n`);
      for (const [fault, { planted, without, with: caught }] of Object.entries(measure.faults))
        process.stderr.write(`${one.name}: ${fault}: ${without} of ${planted} → ${caught}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowOf(
  { name, data }: RuleCase,
  { documents, concerned, planted, without, with: caught, right, lost, held, ms }: RuleMeasure,
): string {
  return `| \`${name}\` | ${concerned} of ${documents} | ${without} → ${caught} of ${planted} | ${lost} of ${right} (${((100 * lost) / Math.max(right, 1)).toFixed(2)} %) | ${held} | ${ms.toFixed(2)} | ${data} |`;
}
