import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/index.js';
import { InputError } from '../../../core/index.js';
import local from '../../../plugins/models/local.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { f1, percent, ratio, textTable } from '../eval/figures/text-table.js';
import { readDocuments, sampleOf } from '../faults/documents.js';
import { openAppraiser } from '../faults/run/appraiser.js';
import { exhibitFrom } from '../faults/run/run.js';
import { type Grounded, grounded, type Matched, sumOf } from './grounding.js';

const usage = `npm run grounding -- CORPUS [--readings NAME] [--sample N]

Scores the recorded readings of CORPUS/readings/NAME as typed JSON without quotes and pages, and compares where each right value is found with where
the same reader quotes it: the page, in documents of several pages; the words around values of the header, box by box; the words of the value.
  --readings NAME  "large" when absent
  --sample N       only N documents, chosen by the hash of their ids
`;

// pdf-lib and pdf.js tell the console of every number that they find large.
console.warn = () => undefined;

await command(main);

async function main(): Promise<void> {
  const { folder, readings, sample } = given();
  const { engine } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const native = readDocuments(folder, readings).filter(({ textLayer }) => textLayer === 'native');
  const { calibrations = [], rules = [] } = engine;
  const appraiser = await openAppraiser({ threshold: 0.85, witnesses: [{ plugin: local }], calibrations, rules, asPlain: true });
  try {
    const found: Grounded[] = [];
    for (const document of sampleOf(native, sample)) {
      const exhibit = await exhibitFrom(document, appraiser);
      const [appraisal] = await appraiser.appraise([exhibit]);
      if (appraisal) found.push(grounded(exhibit, appraisal));
    }
    const figures = {
      'page, of documents of several pages': sumOf(found.map(({ pages }) => pages)),
      'words around values of the header': sumOf(found.map(({ words }) => words)),
      'words of values (in our boxes)': sumOf(found.map(({ values }) => values)),
    };
    const rows = Object.entries(figures).map(([name, one]) => [name, ...figuresOf(one)]);
    process.stdout.write(
      `${found.length} documents\n${textTable([['', 'labelled', 'found', 'precision', 'recall', 'F1'], ...rows]).join('\n')}\n`,
    );
  } finally {
    await appraiser.close();
  }
}

function figuresOf({ labelled, found, same }: Matched): readonly string[] {
  const shares = [found, labelled].map((all) => percent(ratio(same, all)));
  return [...[labelled, found].map(String), ...shares, f1({ stated: labelled, found, right: same })];
}

function given(): { readonly folder: string; readonly readings: string; readonly sample: number | undefined } {
  const options = { readings: { type: 'string', default: 'large' }, sample: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return { folder, readings: values.readings, sample: values.sample === undefined ? undefined : wholeNumber('--sample', values.sample, 1) };
}
