import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnLabels, lexicon } from '../../../../core/evidence/labels/lexicon.js';
import { squash } from '../../../../core/evidence/print/normalise.js';

const folder = new URL('../../../../core/evidence/labels/lexicon/', import.meta.url);
const tables = readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))] as const);

/** The languages of the European Union, Arabic, Norwegian and Turkish. */
const languages = 'en de fr es it nl pt sv pl hr ar bg cs da el et fi ga hu lt lv mt no ro sk sl tr'.split(' ');

/** Every object of a table whose members are all texts: the rows of one thing, by language. */
const rowsIn = (table: unknown): readonly Readonly<Record<string, string>>[] => {
  if (typeof table !== 'object' || table === null) return [];
  const members: unknown[] = Object.values(table);
  const isRows = members.length > 0 && members.every((member) => typeof member === 'string');
  return isRows ? [table as Readonly<Record<string, string>>] : members.flatMap(rowsIn);
};

describe.each(tables)('%s', (name, { about, source, ...table }) => {
  it('says what it is, and names its sources', () => {
    expect(about).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(source).toMatch(/^\p{Lu}.{20,}\.$/u);
  });

  it('has no phrase twice in a row, and none that is empty', () => {
    for (const [language, row] of rowsIn(table).flatMap((rows) => Object.entries(rows))) {
      const phrases = row.split(' · ');
      expect(new Set(phrases).size, row).toBe(phrases.length);
      for (const phrase of phrases) expect(phrase, `${name} ${language}`).toBe(phrase.trim());
      expect(phrases).not.toContain('');
    }
  });

  it.runIf(!/^(?:compositions|name-words)/.test(name))('has rows of known languages', () => {
    for (const rows of rowsIn(table)) expect(languages).toEqual(expect.arrayContaining(Object.keys(rows)));
  });
});

it('has letters or digits in every label, and a header of every column', () => {
  for (const phrase of Object.values(lexicon).flat()) expect(squash(phrase), phrase).not.toBe('');
  for (const headers of Object.values(columnLabels)) expect(headers.length).toBeGreaterThan(0);
});
