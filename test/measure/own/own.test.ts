import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import required from '../../../plugins/gates/required.js';
import local from '../../../plugins/models/local.js';
import type { TruthFile } from '../../kit/truth-file.js';
import { readRuns } from '../calibrate/read-runs.js';
import { writeSamples } from '../faults/results/samples.js';
import { writeFurtherCorpus } from '../generate/write-corpus.js';
import { cellsOfPlain, readOwn } from './documents.js';
import { ownList, ownReport } from './report.js';
import { measureOwn, type OwnMeasure } from './run.js';

describe('plain JSON of extractors, by schemas of one’s own', () => {
  let corpus = '';
  let measure: OwnMeasure;
  beforeAll(async () => {
    corpus = await mkdtemp(join(tmpdir(), 'vouch-own-'));
    await writeFurtherCorpus({ count: 2, seed: 7 }, corpus);
    await writeAnswers(corpus);
    measure = await measureOwn(readOwn(corpus, corpus), {
      seed: 1,
      threshold: 0.85,
      local: { plugin: local, label: 'local' },
      settings: { gate: { plugin: required } },
      progress: () => undefined,
    });
  });
  afterAll(() => rm(corpus, { recursive: true, force: true }));

  it('is scored beside the truth as an answer and the local reader', () => {
    expect(measure.groups.map(({ name, documents }) => [name, documents])).toEqual([
      ['hasty', 2],
      ['truth', 2],
      ['local', 2],
    ]);
    const verdicts = (name: string) => measure.groups.find((group) => group.name === name)?.leaves.map(({ verdict }) => verdict) ?? [];
    expect(verdicts('truth').every((verdict) => verdict === 'right' || verdict === 'absent')).toBe(true);
    expect(verdicts('hasty').filter((verdict) => verdict === 'wrong')).toHaveLength(2);
  });

  it('has mistakes planted into the truth, each said as plain JSON', () => {
    expect(new Set(measure.planted.map(({ fault }) => fault)).size).toBeGreaterThan(4);
    const report = ownReport(measure, 0.85);
    expect(report).toMatch(/^hasty .*$/m);
    expect(report).toMatch(/^a digit misread.* \d+ +\d+ /m);
    expect(ownList(measure, 0.85)).toContain('planted ');
  });

  it('teaches what findings about such values weigh: the readings’ values, and the mistakes', async () => {
    await writeSamples(join(corpus, 'run'), measure.samples);
    const { samples, documents } = readRuns([join(corpus, 'run')], ['hasty', 'planted']);
    expect(documents).toBe(2);
    const read = samples.filter(({ fault }) => fault === undefined);
    expect(read.filter(({ right }) => !right)).toHaveLength(2);
    expect(samples.length).toBeGreaterThan(read.length);
    expect(samples.every(({ fault, right }) => fault === undefined || !right)).toBe(true);
  });

  it('quotes nothing and knows no pages', () => {
    const cells = cellsOfPlain({ total: 12.5, rows: [{ name: 'Alpha', paid: true }], note: null });
    expect(cells.map(({ path, value, quote, page }) => [path, value, quote, page])).toEqual([
      ['$.total', '12.5', null, null],
      ['$.rows[0].name', 'Alpha', null, null],
      ['$.rows[0].paid', 'true', null, null],
      ['$.note', null, null, null],
    ]);
  });
});

/** The truth of a generated corpus as plain JSON, and the answer of an extractor that has one value wrong in each document. */
async function writeAnswers(corpus: string): Promise<void> {
  const lines: string[] = [];
  for (const name of await readdir(join(corpus, 'truth'))) {
    const { id, file, schema, further = {}, tables = {} } = JSON.parse(await readFile(join(corpus, 'truth', name), 'utf8')) as TruthFile;
    const plain: Record<string, Json> = {};
    for (const [path, { value }] of Object.entries(further)) set(plain, path.split('.'), value);
    for (const [path, rows] of Object.entries(tables)) {
      const values = rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, { value }]) => [column, value])));
      set(plain, path.split('.'), values);
    }
    const [wrong = ''] = Object.keys(further).filter((path) => /mail$/i.test(path) && further[path]?.value !== null);
    const answer = structuredClone(plain);
    set(answer, wrong.split('.'), 'nobody@nowhere.example');
    lines.push(`${id} ${file}`);
    await mkdir(join(corpus, id));
    const files = { schema: await readFile(join(corpus, schema ?? ''), 'utf8'), truth: JSON.stringify(plain) };
    const answers = { ...files, hasty: JSON.stringify(answer) };
    for (const [file, text] of Object.entries(answers)) await writeFile(join(corpus, id, `${file}.json`), text);
  }
  await writeFile(join(corpus, 'documents.txt'), `${lines.join('\n')}\n`);
}

function set(object: Record<string, Json>, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) object[name] = value;
  else {
    object[name] ??= {};
    set(object[name] as Record<string, Json>, rest, value);
  }
}
