import { expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, readerOf, run, text } from '../../../builders.js';

const page = `
Charges by line
0171 5550482
Plan Comfort M          24.95
Roaming zone 2           4.99
0171 5550916
Plan Basic               9.95
Third party services     2.50`;

const table = { type: 'array', items: { type: 'object', properties: { line: text, service: text, charged: money } } };

const unquoted = { quote: null, page: null };

/** What is said to the groups of rows of `[group, service, charged]`. */
async function groupsOf(printed: string, rows: readonly (readonly [string, string, string])[]): Promise<readonly string[]> {
  const cells = rows.flatMap(([line, service, charged], at) => [
    cell(`$.charges[${at}].line`, line, unquoted),
    cell(`$.charges[${at}].service`, service, unquoted),
    cell(`$.charges[${at}].charged`, charged, unquoted),
  ]);
  const outcome = await run({ document: documentOf(printed), fields: { charges: table }, tiers: [readerOf('reader', 'large', cells)] });
  return metaOf(outcome)
    .field_confidence.filter(({ field }) => field.endsWith('.line'))
    .map(({ reason }) => /Row conflict|nothing there/.exec(reason)?.[0] ?? '');
}

it('a text with its number or its caption heads a group as well', async () => {
  const rows = [
    ['Materials', 'Sheet metal duct', '10.19'],
    ['Materials', 'Aluminium grilles', '1.92'],
    ['Labour', 'Mechanical fitting', '9.80'],
    ['Labour', 'Balancing', '4.35'],
  ] as const;
  const printed = (open: string, close = '') =>
    `Description             Amount\n${open}Materials${close}\nSheet metal duct        10.19\nAluminium grilles        1.92\n${open}Labour${close}\nMechanical fitting       9.80\nBalancing                4.35`;
  expect(await groupsOf(printed('2. '), rows)).toEqual(['', '', '', '']);
  expect(await groupsOf(printed('Part: ', ' (extra)'), rows)).toEqual(['', '', '', '']);
  expect(await groupsOf(printed('About '), rows)).toContain('Row conflict');
});

it('the first cell of the first row holds for the rows below that have none', async () => {
  const rows = [
    ['Union', 'Basic fee', '56.70'],
    ['Union', 'Local club', '6.75'],
    ['Fund', 'State share', '12.66'],
    ['Fund', 'Administration', '4.17'],
  ] as const;
  const printed = (first: string, third = first) =>
    `Group      Service           Amount\nUnion      Basic fee         56.70\n${first}Local club         6.75\nFund       State share       12.66\n${third}Administration     4.17`;
  expect(await groupsOf(printed('           '), rows)).toEqual(['', '', '', '']);
  expect((await groupsOf(printed('Other      '), rows)).slice(1)).toEqual(['Row conflict', '', 'Row conflict']);
});

it('a text over the rows of its group is the value of all of them, and of none behind another such text', async () => {
  const rows = [
    ['0171 5550482', 'Plan Comfort M', '24.95'],
    ['0171 5550482', 'Roaming zone 2', '4.99'],
    ['0171 5550482', 'Plan Basic', '9.95'],
    ['0171 5550916', 'Third party services', '2.50'],
  ];
  const cells = rows.flatMap(([line = '', service = '', charged = ''], at) => [
    cell(`$.charges[${at}].line`, line, unquoted),
    cell(`$.charges[${at}].service`, service, unquoted),
    cell(`$.charges[${at}].charged`, charged, unquoted),
  ]);
  const outcome = await run({ document: documentOf(page), fields: { charges: table }, tiers: [readerOf('reader', 'large', cells)] });
  const lines = metaOf(outcome).field_confidence.filter(({ field }) => field.endsWith('.line'));
  expect(lines.map(({ reason }) => reason.includes('Row conflict') || reason.includes('nothing there'))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
