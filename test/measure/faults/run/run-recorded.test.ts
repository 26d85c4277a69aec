import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import type { Cell } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';
import { exhibitOf } from '../../../kit/exhibit.js';
import { cellsOf } from '../../../kit/sheet.js';
import { type CorpusDocument, readCorpus } from '../../eval/corpus/corpus.js';
import { writeCorpus } from '../../generate/write-corpus.js';
import type { FaultDocument } from '../documents.js';
import type { Results } from '../results/records.js';
import { type Appraiser, openAppraiser } from './appraiser.js';
import { runFaults } from './run.js';

const decimalShift = 3;
let folder: string;
let results: Results;
let calibrated: Results;
let plain: Results;

/** A reader that misreads every total and is never certain. */
const hasty = (cell: Cell): Cell => ({
  ...cell,
  confidence: 'likely',
  ...(cell.path === '$.total' && { value: '1.23', quote: 'Total 1.23' }),
});

async function recorded(document: CorpusDocument, appraiser: Appraiser): Promise<FaultDocument> {
  const file = { name: basename(document.path), bytes: await readFile(document.path) };
  const { sheet } = exhibitOf(document.id, await appraiser.convert(file), document.truth);
  return { ...document, origin: { source: 'somebody/invoices', split: null, reader: 'hasty' }, cells: cellsOf(sheet).map(hasty) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  await writeCorpus({ count: 2, seed: 3 }, folder);
  const appraiser = await openAppraiser({ threshold: 0.85 });
  const documents = await Promise.all(readCorpus(folder).map((document) => recorded(document, appraiser)));
  await appraiser.close();
  const options = { seed: 1, threshold: 0.85, witnesses: [{ plugin: local }], only: decimalShift, progress: () => {} };
  results = await runFaults(documents, options);
  plain = await runFaults(documents, { ...options, asPlain: true });
  const { engine } = await loadConfig({ env: {}, cwd: folder });
  calibrated = await runFaults(documents, { ...options, calibrations: engine.calibrations ?? [], kind: 'small' });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('neither counts as kept nor plants into what the reader has wrong', () => {
  expect(results.kept.map(({ path }) => path)).toContain('$.subtotal');
  expect(results.kept.map(({ path }) => path)).not.toContain('$.total');
  expect(results.trials.flatMap(({ leaves }) => leaves.map(({ path }) => path))).not.toContain('$.total');
  expect(results.samples.filter(({ path, fault }) => path === '$.total' && fault === null).map(({ right }) => right)).toEqual([
    false,
    false,
  ]);
});

it('keeps the word of the reader, who is certain of what was planted', () => {
  const words = (planted: boolean) =>
    results.samples
      .filter(({ fault, empty }) => !empty && (fault !== null) === planted)
      .flatMap(({ caps }) => caps.flatMap(({ name }) => (name.startsWith('model.') ? [name] : [])));
  expect(new Set(words(false))).toEqual(new Set(['model.likely']));
  expect(new Set(words(true))).toEqual(new Set(['model.certain']));
});

it('says of each sample who read and where the document comes from', () => {
  expect(new Set(results.samples.map(({ reader, source }) => `${reader}, ${source}`))).toEqual(new Set(['hasty, somebody/invoices']));
});

it('scores the same values by tables where there are some', () => {
  expect([results.calibrated, calibrated.calibrated]).toEqual([false, true]);
  const scores = ({ samples }: Results) => samples.filter(({ empty }) => !empty).map(({ score }) => score);
  expect(scores(calibrated)).not.toEqual(scores(results));
  expect(scores(calibrated)).toHaveLength(scores(results).length);
});

it('has readings scored as those of somebody else, who quotes nothing and says of no value how sure it is', () => {
  const names = new Set(plain.samples.flatMap(({ caps }) => caps.map(({ name }) => name)));
  expect([names.has('evidence.exact'), names.has('model.likely')]).toEqual([false, false]);
  expect(plain.kept.map(({ path, value }) => [path, value])).toEqual(results.kept.map(({ path, value }) => [path, value]));
});
