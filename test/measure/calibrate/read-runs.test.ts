import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CapsFile, CapsLeaf } from '../eval/corpus/caps-file.js';
import type { Sample } from '../faults/results/samples.js';
import { readRuns } from './read-runs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const caps = [{ name: 'evidence.exact' }, { name: 'evidence.obscured', limitedTo: 0.7 }] as const;
const leaf = { path: '$.total', field: 'money', reader: 'local', score: 0.9, caps, empty: false, right: true } as const;

function putAnswer(leaves: readonly Partial<CapsLeaf>[], more: Partial<CapsFile> = {}): void {
  const file: CapsFile = {
    ...{ document: 'one', sha256: 'abc', source: 'acme', family: 'scanned', ...more },
    leaves: leaves.map((given) => ({ ...leaf, ...given })),
  };
  writeFileSync(join(folder, `${file.document}.caps.json`), JSON.stringify(file));
}

const sample: Sample = {
  ...{ document: 'two', source: 'brightwater', split: null, family: 'native', path: '$.total', field: 'money', name: 'total' },
  ...{ reader: 'large', fault: null, target: false, right: true, empty: false, score: 0.9, caps },
  ...{ word: 'certain', quoted: 'exact' },
};
const putSamples = (...samples: readonly Partial<Sample>[]): void =>
  writeFileSync(join(folder, 'samples.jsonl'), samples.map((given) => `${JSON.stringify({ ...sample, ...given })}\n`).join(''));

describe('the values of evaluation runs', () => {
  it('are those that were judged, with all that was found about them', () => {
    putAnswer([{}, { right: false }, { right: null }]);
    const value = { source: 'acme', document: 'abc', family: 'scanned', field: 'money', caps };
    expect(readRuns([folder], ['local'])).toEqual({
      samples: [
        { ...value, right: true },
        { ...value, right: false },
      ],
      documents: 1,
      nulls: 0,
    });
  });

  it('are of the given readers only', () => {
    putAnswer([{}, { reader: 'local:thorough' }, { reader: 'openai:m' }, { reader: null }]);
    expect(readRuns([folder], ['local']).samples).toHaveLength(1);
    expect(readRuns([folder], ['local', 'local:thorough']).samples).toHaveLength(2);
  });

  it('are no nulls, which are only counted', () => {
    putAnswer([{}, { empty: true, right: false }]);
    expect(readRuns([folder], ['local'])).toMatchObject({ samples: [{ right: true }], nulls: 1 });
  });
});

describe('the values of runs with planted faults', () => {
  it('are those as they were read, and those that a fault has made wrong', () => {
    const planted = { fault: 'digit-swap', right: false };
    putSamples({}, { ...planted, target: true }, { ...planted, path: '$.tax' }, { fault: 'digit-swap', path: '$.subtotal' });
    const alone = { word: 'certain', quoted: 'exact' };
    const value = { source: 'brightwater', document: 'two', family: 'native', field: 'money', caps, alone };
    expect(readRuns([folder], ['large']).samples).toEqual([
      { ...value, right: true },
      { ...value, right: false, fault: 'digit-swap' },
    ]);
  });

  it('may be right after all, where the page says what was planted', () => {
    putSamples({}, { fault: 'page-only', target: true, right: true });
    expect(readRuns([folder], ['large']).samples.map(({ right }) => right)).toEqual([true, true]);
  });

  it('stand beside those of answers in one folder', () => {
    putAnswer([{ reader: 'large' }]);
    putSamples({});
    const { samples, documents } = readRuns([folder], ['large']);
    expect(samples.map(({ source }) => source)).toEqual(['acme', 'brightwater']);
    expect(documents).toBe(2);
  });
});

describe('a run that nothing can be learned from', () => {
  it('names the document without a source', () => {
    putAnswer([{}], { source: null });
    expect(() => readRuns([folder], ['local'])).toThrow(/^abc has no source/);
  });

  it('names the readers that there are', () => {
    putAnswer([{}]);
    putSamples({});
    expect(() => readRuns([folder], ['small'])).toThrow('nothing that small read can be judged; there are local, large');
  });

  it('says how a folder is made that holds nothing', () => {
    expect(() => readRuns([folder], ['local'])).toThrow(`make it with vouch eval CORPUS --out ${folder}`);
  });
});
