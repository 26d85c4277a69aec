import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapName, DocumentFamily } from '../../../core/contracts/cap.js';
import { checkCalibrations } from '../../../core/evidence/scoring/check-calibration.js';
import { logistic, recordIn } from '../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../core/index.js';
import type { CapsFile } from '../eval/corpus/caps-file.js';

const program = fileURLToPath(new URL('../../../server/vouch.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'calibrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...given: readonly string[]) =>
  promisify(execFile)(process.execPath, [program, 'calibrate', ...given], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stdout: '', stderr }),
  );

const capsOf = (...names: readonly CapName[]) => names.map((name) => ({ name }));

/** Writes the caps file of a document with values of which the same was found, some of them right. */
function put(name: string, { right, family = 'native', ...more }: { right: number; family?: DocumentFamily } & Partial<CapsFile>): void {
  const caps = capsOf('evidence.exact', 'label.match', 'model.certain', 'agreement.single');
  const leaf = { field: 'money', reader: 'local', score: 0.95, caps, empty: false } as const;
  const leaves = Array.from({ length: 10 }, (_, index) => ({ ...leaf, path: `$.amount_${index}`, right: index < right }));
  const unjudged = [
    { ...leaf, path: '$.other', right: null },
    { ...leaf, path: '$.absent', empty: true, caps: capsOf('absence.notPresent', 'model.certain'), right: false },
  ];
  const file: CapsFile = { document: name, sha256: name, source: name, family, leaves: [...leaves, ...unjudged], ...more };
  writeFileSync(join(folder, `${name}.caps.json`), JSON.stringify(file));
}

describe('vouch calibrate', () => {
  beforeAll(() => {
    for (let index = 0; index < 24; index++) put(`issuer-${index}`, { right: [7, 8, 6, 7][index % 4] ?? 7 });
    put('scan', { right: 2, family: 'scanned' });
  });

  it('learns a table that the engine accepts, with n and split in it', async () => {
    const { stdout } = await run(folder, '--out', 'tables/local.json', '--svg', 'plots', '--seed', '7', '--folds', '3');
    const table = JSON.parse(readFileSync(join(folder, 'tables/local.json'), 'utf8')) as CalibrationTable;
    expect(() => checkCalibrations([table])).not.toThrow();
    expect(table).toMatchObject({
      model: 'local',
      alike: ['local:thorough'],
      n: 240,
      split: { by: 'source', groups: 24, folds: 3, seed: 7 },
      priors: [{ family: 'native', field: 'money', n: 240, correct: 168 }],
    });
    expect(table.weights).toContainEqual({ cap: 'agreement.single', n: 240, correct: 168, weight: expect.any(Number) });
    const record = recordIn(table);
    const names = ['evidence.exact', 'label.match', 'model.certain', 'agreement.single'] as const;
    const stratum = { family: 'native', field: 'money' } as const;
    const odds = names.reduce((sum, name) => sum + record.weight({ name }, stratum), record.prior(stratum));
    expect(logistic(odds)).toBeCloseTo(0.7, 1);
    expect(table.ece.after).toBeLessThan(table.ece.before);
    expect(stdout).toMatch(/== native documents: 240 values of 24 sources, 3 folds, seed 7: calibrated ==/);
    expect(stdout).toMatch(/^header fields, kept +168 of 168 = 100\.0% .*\n {2}silent errors +72 of 240 = 30\.00%/m);
    expect(stdout).not.toContain('cells of rows, kept');
    expect(stdout).toMatch(/25 nulls where the truth states a value are left out/);
  });

  it('leaves a kind of document with too few sources unmeasured', async () => {
    const { stdout } = await run(folder, '--out', 'table.json');
    expect(stdout).toMatch(/== scanned documents: 10 values of 1 sources, .*: left unmeasured/);
    expect(readFileSync(join(folder, 'table.json'), 'utf8')).not.toContain('scanned');
  });

  it('learns a table for all readers of a kind', async () => {
    await run(folder, '--kind', 'small', '--out', 'kind.json');
    expect(JSON.parse(readFileSync(join(folder, 'kind.json'), 'utf8'))).toMatchObject({ model: 'local', kind: 'small' });
  });

  it('learns a table from readers like the one it is for', async () => {
    await run(folder, '--model', 'small', '--reader', 'local', '--kind', 'small', '--out', 'alike.json');
    expect(JSON.parse(readFileSync(join(folder, 'alike.json'), 'utf8'))).toMatchObject({ model: 'small', kind: 'small', n: 240 });
  });

  it('draws two plots for each kind of document', async () => {
    await run(folder, '--svg', 'pictures');
    for (const name of ['reliability-native', 'risk-coverage-native', 'reliability-scanned', 'risk-coverage-scanned'])
      expect(readFileSync(join(folder, `pictures/${name}.svg`), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
  });

  it('compares the weighing with what others would go by, and draws it', async () => {
    const planted = mkdtempSync(join(folder, 'planted-'));
    const value = {
      split: null,
      family: 'native',
      path: '$.total',
      field: 'money',
      name: 'total',
      reader: 'large',
      empty: false,
      score: 0.9,
    };
    const lines = Array.from({ length: 12 }, (_, index) => ({
      ...value,
      document: `${index}`,
      source: `issuer-${index}`,
      target: false,
    })).flatMap((one) => [
      { ...one, fault: null, right: true, caps: capsOf('evidence.exact', 'label.match'), word: 'certain', quoted: 'exact' },
      { ...one, fault: 'swap', target: true, right: false, caps: capsOf('evidence.notFound'), word: 'certain', quoted: 'none' },
    ]);
    writeFileSync(join(planted, 'samples.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { stdout } = await run(planted, '--reader', 'large', '--ways', 'compared/plot.svg', '--folds', '3');
    expect(stdout).toMatch(/== large readings: 12 values of 12 documents and 12 sources; 12 planted, which make 20% of the mass ==/);
    expect(stdout).toMatch(/than the model's own word: yes$/m);
    expect(readFileSync(join(folder, 'compared/plot.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
  });

  it('gives the same table for the same runs and seed', async () => {
    expect(await run(folder, '--seed', '3')).toEqual(await run(folder, '--seed', '3'));
  });

  it.each([
    ['without a run', [], 'vouch calibrate RUN'],
    ['with an option that is none', [folder, '--sed', '1'], 'vouch calibrate RUN'],
    ['of a folder without caps', [join(folder, 'none')], 'without --url'],
    ['of a reader that read nothing', [folder, '--model', 'openai:m'], 'nothing that openai:m read can be judged; there are local'],
    ['for a kind of reader that is none', [folder, '--kind', 'huge'], '--kind must be large, small, local, not "huge"'],
    ['with a share of faults that is none', [folder, '--faults', '1'], '--faults must be'],
    ['with a seed that is none', [folder, '--seed', 'x'], '--seed must be a whole number from 0, not "x"'],
  ])('ends with 2 and a sentence %s', async (_, given, message) => {
    expect(await run(...given)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('requires sources, because a split must not divide one', async () => {
    const lonely = mkdtempSync(join(folder, 'lonely-'));
    const file = JSON.parse(readFileSync(join(folder, 'issuer-0.caps.json'), 'utf8')) as CapsFile;
    writeFileSync(join(lonely, 'a.caps.json'), JSON.stringify({ ...file, source: null }));
    expect(await run(lonely)).toMatchObject({ code: 2, stderr: expect.stringContaining('give its truth a "source_repo" or a "group"') });
  });
});
