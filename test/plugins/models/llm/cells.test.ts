import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Field } from '../../../../core/index.js';
import { cellsOf } from '../../../../plugins/models/llm/cells.js';
import { type CompactAnswer, type CompactTable, parseReply } from '../../../../plugins/models/llm/reply.js';
import { encode } from '../../../measure/tokens/encode.js';
import { field, line, pdf } from './setting.js';

const fields = [
  field('$.number'),
  field('$.total', { type: 'number' }),
  field('$.paid', { type: 'boolean' }),
  field('$.lines[].text'),
  field('$.lines[].count', { type: 'number' }),
  field('$.lines[].amount', { type: 'number' }),
  field('$.tags[]'),
  field('$.invoices[].lines[].amount'),
  field('$shadow.discount', { shadow: true }),
  field('$shadow.lines[].rate', { shadow: true }),
];

const page = [
  ...line(50, 'Invoice', 'no.', '4711', 300, 'Total', 'due:', '12.00', '€'),
  ...line(100, '1', 60, 'Steel', 'rope', 300, '2', 400, '3.00', 500, '6.00'),
  ...line(112, 60, 'galvanised'),
  ...line(130, '2', 60, 'Hook', 300, '2', 400, '3.00', 500, '6.00'),
  ...line(150, 500, '12.00'),
];
const document = pdf(page, []);

const said = (answer: Partial<CompactAnswer>, asked: readonly Field[] = fields) =>
  cellsOf({ fields: [], tables: [], ...answer }, asked, document);
const only = (answer: Partial<CompactAnswer>): Cell | undefined => said(answer).cells[0];
const table = (rows: CompactTable['rows'], changes: Partial<CompactTable> = {}): readonly CompactTable[] => [
  { name: 'lines', page: 1, columns: ['text', 'count', 'amount'], rows, ...changes },
];
const quotes = (tables: readonly CompactTable[]) => said({ tables }).cells.map(({ path, quote }) => [path, quote]);

describe('a single field', () => {
  it('is quoted with its words, as the page prints both', () => {
    expect(only({ fields: [['number', '4711', '1', 'Invoice no.']] })).toEqual({
      path: '$.number',
      value: '4711',
      page: 1,
      quote: 'Invoice no. 4711',
      confidence: 'certain',
      reason: 'exact',
    });
  });

  it.each([
    ['by itself', ['number', '4711', '1', ''], '4711'],
    ['with what stands between them', ['total', '€', '1', 'Total'], 'Total due: 12.00 €'],
    ['with words that the page prints elsewhere', ['number', '6.00', '1', 'Invoice'], 'Invoice 6.00'],
    ['with words that hold it already', ['number', '4711', '1', 'Invoice no. 4711'], 'Invoice no. 4711'],
    ['on a page that the document does not have', ['number', '4711', '9', 'no.'], 'no. 4711'],
    ['whose page is a number', ['number', '4711', 1, 'no.'], 'no. 4711'],
    ['that is concluded from its words alone', ['paid', 'true', '1', 'paid in cash'], 'paid in cash'],
    ['that is concluded from nothing', ['paid', 'true', '1'], null],
  ])('%s', (_name, given, quote) => {
    expect(only({ fields: [given] })?.quote).toBe(quote);
  });

  it.each([
    [['number'], 'certain', 'exact'],
    [['number', '', 'likely'], 'likely', 'exact'],
    [['number', null, null, null, 'unsure multiple'], 'unsure', 'multiple'],
  ])('is absent: %j', (given, confidence, reason) => {
    expect(only({ fields: [given] })).toEqual({ path: '$.number', value: null, page: null, quote: null, confidence, reason });
  });

  it('is doubted in words, and in no others', () => {
    const doubtOf = (text: string) => only({ fields: [['number', '4711', '1', '', text]] });
    expect(doubtOf('likely multiple')).toMatchObject({ confidence: 'likely', reason: 'multiple' });
    expect(doubtOf('Header')).toMatchObject({ confidence: 'certain', reason: 'header' });
    expect(doubtOf('I am likely right')).toMatchObject({ confidence: 'certain', reason: 'exact' });
  });

  it.each([
    ['the page', ['number', '4711', 'Invoice no.'], { page: null, quote: 'Invoice no. 4711', confidence: 'certain' }],
    ['the page and not a doubt', ['number', '4711', 'Invoice no.', 'likely'], { quote: 'Invoice no. 4711', confidence: 'likely' }],
    ['the words and not a doubt', ['number', '4711', '1', 'likely multiple'], { page: 1, quote: '4711', confidence: 'likely' }],
    ['nothing, with a label that is also a reason', ['number', '4711', '1', 'Multiple'], { quote: 'Multiple 4711', confidence: 'certain' }],
  ])('may lack %s', (_name, given, expected) => {
    expect(only({ fields: [given] })).toMatchObject(expected);
  });

  it('that only the checks need is not stated where it is left out', () => {
    expect(said({ fields: [['number', '4711', '1', '']] }).cells.at(-1)).toMatchObject({ path: '$shadow.discount', value: null });
  });
});

describe('a row', () => {
  it('is quoted as printed, from its first word to each value', () => {
    expect(
      quotes(
        table([
          ['Steel rope', '2', '6.00'],
          ['Hook', '2', '6.00'],
        ]),
      ),
    ).toEqual([
      ['$.lines[0].text', '1 Steel rope'],
      ['$.lines[0].count', '1 Steel rope 2'],
      ['$.lines[0].amount', '1 Steel rope 2 3.00 6.00'],
      ['$.lines[1].text', '2 Hook'],
      ['$.lines[1].count', '2 Hook 2'],
      ['$.lines[1].amount', '2 Hook 2 3.00 6.00'],
    ]);
  });

  it('goes on in the next line', () => {
    expect(quotes(table([['Steel rope galvanised', '2', '6.00']]))[0]).toEqual(['$.lines[0].text', '1 Steel rope galvanised']);
  });

  it('is found among equal ones in their order', () => {
    expect(
      quotes(
        table([
          [null, '2', '6.00'],
          [null, '2', '6.00'],
        ]),
      ),
    ).toContainEqual(['$.lines[1].amount', '2 Hook 2 3.00 6.00']);
  });

  it('is not quoted where the page does not show it', () => {
    expect(quotes(table([['Anchor', '7', '99.00']])).map(([, quote]) => quote)).toEqual([null, null, null]);
    expect(quotes(table([['Hook', '2', '6.00']], { page: 2 })).map(([, quote]) => quote)).toEqual([null, null, null]);
  });

  it('is quoted as answered on a picture, whose words may be misread', () => {
    const picture = pdf(page.map((word) => ({ ...word, ocr: true })));
    const { cells } = cellsOf({ fields: [], tables: table([['Anchor', '7', '99.00']]) }, fields, picture);
    expect(cells.at(-1)?.quote).toBe('Anchor 7 99.00');
  });

  it.each([
    ['too few values', ['Hook', '2']],
    ['too many values', ['Hook', '2', '3.00', '6.00']],
    ['too few values and a doubt', ['Hook', '2', 'amount: unsure']],
  ])('with %s is unread, which a note says', (_name, row) => {
    const { cells, notes } = said({ tables: table([['Steel rope', '2', '6.00'], row]) });
    expect(cells.slice(3).map(({ value, confidence }) => [value, confidence])).toEqual(
      Array(Math.min(3, row.length)).fill([null, 'guess']),
    );
    expect(notes).toEqual(['The model wrote rows with more or fewer values than columns; taken for unread: $.lines[1]']);
  });

  it('is doubted by the names of its columns', () => {
    const { cells } = said({ tables: table([['Hook', '2', '6.00', 'count: unsure obscured', 'amount: likely']]) });
    expect(cells.map(({ confidence, reason }) => [confidence, reason])).toEqual([
      ['certain', 'exact'],
      ['unsure', 'obscured'],
      ['likely', 'exact'],
    ]);
  });

  it('is numbered across the pages of its table', () => {
    const tables = [...table([['Hook', '2', '6.00']]), ...table([['Anchor', '1', '2.00']], { page: 2 })];
    expect(said({ tables }).cells.map(({ path, page }) => `${path} ${page}`)).toContain('$.lines[1].amount 2');
  });

  it.each([
    ['tags', [''], '$.tags[0]'],
    ['$.tags[]', [''], '$.tags[0]'],
    ['invoices[3].lines', ['amount'], '$.invoices[3].lines[0].amount'],
    ['lines', ['lines[].amount'], '$.lines[0].amount'],
    ['lines', ['$shadow.lines[].rate'], '$shadow.lines[0].rate'],
  ])('of %s has the path of its column %j', (name, columns, path) => {
    expect(only({ tables: table([['x']], { name, columns }) })?.path).toBe(path);
  });
});

describe('cells', () => {
  const text = fc.constantFrom('Hook', 'Steel rope', '6.00', '12.00 €', '2', 'Überseekiste "A"', '金額', '1.234,56-');
  const doubt = fc.record({
    confidence: fc.constantFrom('certain' as const, 'likely' as const, 'unsure' as const, 'guess' as const),
    reason: fc.constantFrom('exact' as const, 'header' as const, 'multiple' as const, 'obscured' as const),
  });
  const cell = (path: string) =>
    fc.oneof(
      doubt.map(({ confidence }): Cell => ({ path, value: null, page: null, quote: null, confidence, reason: 'exact' })),
      fc.tuple(text, doubt).map(([value, own]): Cell => ({ path, value, page: 1, quote: `Total ${value}`, ...own })),
    );
  const rowPaths = (row: number) => ['text', 'count', 'amount'].map((name) => `$.lines[${row}].${name}`);
  const cells = fc
    .nat(4)
    .chain((rows) => fc.tuple(...['$.number', '$.total', ...Array.from({ length: rows }, (_, row) => rowPaths(row)).flat()].map(cell)));

  it('come back as they were said, but for quotes of rows and doubts about nulls in rows', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const asked = fields.filter(({ shadow }) => !shadow);
        const back = cellsOf(encode(given), asked, document).cells;
        const bare = (some: readonly Cell[]) =>
          some.map(({ path, value, page, confidence, reason }) =>
            value === null && path.includes('[') ? { path, value } : { path, value, page, confidence, reason },
          );
        expect(bare(back)).toEqual(bare(given));
      }),
    );
  });

  it('of any reply are cells or problems, and never an exception', () => {
    const texts = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('lines', '$', '[]', 'lines[9]', '$.a[]', 'Hook', '6.00', 'amount: likely')),
    );
    const reply = fc.record({
      fields: fc.array(texts),
      tables: fc.array(
        fc.record({
          name: fc.oneof(fc.string(), fc.constantFrom('lines', '$', '[]', 'lines[1e9]', '__proto__')),
          page: fc.integer(),
          columns: texts,
          rows: fc.array(fc.oneof(texts, fc.array(fc.constant(null)))),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.oneof(reply, fc.json()), (value) => {
        const checked = parseReply(JSON.stringify(value));
        if ('answer' in checked) expect(cellsOf(checked.answer, fields, document).cells).toBeInstanceOf(Array);
      }),
    );
  });

  it('are hardly more than the texts of an answer, whatever it claims', () => {
    const columns = Array.from({ length: 10_000 }, () => 'amount');
    const { cells } = said({ tables: table(Array(10_000).fill([]), { columns }) });
    expect(cells).toHaveLength(10_000);
  });

  it.each([
    ['fields', { fields: Array.from({ length: 5_000 }, () => ['number', '2', '1', '2']) }],
    ['columns', { tables: table([Array(10_000).fill('2')], { columns: Array(10_000).fill('amount') }) }],
  ])('of an answer of very many %s come in bounded time', (_name, answer) => {
    const twos = pdf(Array.from({ length: 400 }, (_, at) => line(20 + at * 12, ...Array<string>(30).fill('2'))).flat());
    const started = performance.now();
    cellsOf({ fields: [], tables: [], ...answer }, fields, twos);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('of a page that is one long table come in bounded time', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => [`Item ${at}`, '1', `${at}.00`]);
    const long = pdf(rows.flatMap(([item = '', count = '', amount = ''], at) => line(20 + at * 12, item, 300, count, 500, amount)));
    const started = performance.now();
    expect(cellsOf({ fields: [], tables: table(rows) }, fields, long).cells).toHaveLength(9_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
