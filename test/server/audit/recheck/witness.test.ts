import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recheck } from '../../../../server/audit/recheck/recheck.js';
import { standsOn } from '../../../../server/audit/recheck/stands-on.js';
import { pageOf } from '../../../core/builders.js';

const invoice = pageOf(`Invoice 2026-17            Page 1
Description      Quantity   Amount
Blue widgets,    2          1.120,00
extra long
Discount                    5,00 -
Total                       € 1.115,00`);
const pages = [invoice, pageOf('Terms and conditions', 2)];

describe('the words of the evidence', () => {
  it.each([
    ['of one row', 'Total € 1.115,00'],
    ['however their spaces are written', 'Total €1.115,00'],
    ['of a cell that wraps, although its rows go on', 'Blue widgets, extra long'],
    ['of a sign that stands apart', 'Discount 5,00 -'],
  ])('stand on the page: words %s', (_, text) => expect(standsOn(text, invoice)).toBe(true));

  it.each([
    ['with another digit', 'Total € 1.116,00'],
    ['with another decimal mark', 'Total € 1,115.00'],
    ['with a sign that is not there', 'Total € -1.115,00'],
    ['that end inside a word', 'Total € 1.11'],
    ['from two ends of the page', 'Invoice Total'],
    ['in another order', '1.115,00 € Total'],
    ['that are none', '  '],
  ])('do not: words %s', (_, text) => expect(standsOn(text, invoice)).toBe(false));

  it('stand nowhere when only hidden words say them', () => {
    const hidden = pageOf('Total 12.00').words;
    expect(standsOn('Total 12.00', pageOf('Thank you', 1, { hidden }))).toBe(false);
  });
});

describe('testimony', () => {
  it('names the page on which the words really are', () => {
    expect(recheck({ value: 1115, page: 2, text: 'Total € 1.115,00' }, pages)).toMatchObject({
      problem: 'the words are not on page 2, but on page 1',
    });
  });

  it('says when there is no such page', () => {
    expect(recheck({ value: 1115, page: 3, text: 'Total € 1.115,00' }, pages)).toMatchObject({ problem: 'the document has no page 3' });
  });

  it('tells words that are there from words that carry the value', () => {
    expect(recheck({ value: 1151, page: 1, text: 'Total € 1.115,00' }, pages)).toEqual({
      problem: 'the words do not say the value',
      stands: true,
    });
    expect(recheck({ value: 1115, page: 1, text: 'Total € 1.115,00' }, pages)).toMatchObject({ saying: { how: 'printed' } });
  });
});

it('every word of a page stands on it, and so does every stretch of a row', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9.,€-]{1,8}$/);
  const rows = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), fc.nat(), (lines, a, b, c) => {
      const page = pageOf(lines.map((words) => words.join(' ')).join('\n'));
      const row = lines[a % lines.length] ?? [];
      const from = b % row.length;
      const to = from + 1 + (c % (row.length - from));
      expect(standsOn(row.slice(from, to).join(' '), page)).toBe(true);
    }),
  );
});

it('shares no code with the engine: from outside its folder it imports types only', () => {
  const folder = fileURLToPath(new URL('../../../../server/audit/recheck/', import.meta.url));
  const files = readdirSync(folder);
  const imports = files.flatMap((file) => readFileSync(folder + file, 'utf8').match(/^(?:import|export).* from '.*';$/gm) ?? []);
  expect(files.length).toBeGreaterThan(5);
  expect(imports.filter((line) => !/from '\.\/[\w-]+\.js';$/.test(line) && !line.startsWith('import type '))).toEqual([]);
  expect(imports.filter((line) => line.startsWith('import type ')).length).toBeGreaterThan(2);
});
