import { beforeAll, describe, expect, it } from 'vitest';
import { fold, normalise, squash } from '../../../core/text.js';
import { exhibitsOfAllLayouts } from './support/exhibits.js';

let rows: readonly string[];
beforeAll(async () => {
  rows = (await exhibitsOfAllLayouts()).flatMap(({ index }) => index.rows.map(({ text }) => text));
});

/** Whether every character of the normalised text stands for the one of the raw text that its offset names. */
function mapsBack(raw: string): boolean {
  const { text, offsets } = normalise(raw);
  return offsets.every((offset, at) => {
    const next = offsets.find((other) => other > offset) ?? raw.length;
    return text[at] === ' ' ? /\s/.test(raw[offset] ?? '') : fold(raw.slice(offset, next)).includes(text[at] ?? '∅');
  });
}

/** Invariant 8 of this folder's README on all that generated documents print; test/core/evidence/print/normalise.test.ts has it for any text. */
describe('8: a row that is printed', () => {
  it('is the same however often it is normalised', () => {
    expect(rows.length).toBeGreaterThan(1_000);
    expect(rows.filter((row) => fold(fold(row)) !== fold(row))).toEqual([]);
  });

  it('is found again by the offsets of its normalised text', () => {
    expect(rows.filter((row) => !mapsBack(row))).toEqual([]);
  });

  it.each(['', '\u00A0', '\u202F', ' \u00AD', '\n'])('is the same squashed with %j for its spaces', (gap) => {
    expect(rows.filter((row) => squash(row.replaceAll(' ', gap)) !== squash(row))).toEqual([]);
  });
});
