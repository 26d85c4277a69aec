import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../core/index.js';
import { mapCells } from '../../../../plugins/models/llm/map-cells.js';
import { parseReply } from '../../../../plugins/models/llm/reply.js';
import { cellsText } from '../../../fakes/llm-server.js';
import { field, pdf } from './setting.js';

const reply = cellsText([{ path: '$.total', value: '12.00 {' }]);
const expected = { cells: JSON.parse(reply).cells };

describe('a reply is read', () => {
  it.each([
    ['bare', reply],
    ['in a code block', `\`\`\`json\n${reply}\n\`\`\``],
    ['after a thought in braces', `Let me see {the total}. {"note": "}"} ${reply} That is all {really}.`],
    ['twice', `${reply}${reply}`],
    ['after thoughts that try an answer', `<think>Perhaps ${reply.replace('12.00', '13.00')}?</think>\n${reply}`],
    ['with a comma too many', `Here: ${reply.replace(/\]\}$/, ',\n]}')}`],
  ])('%s', (_name, text) => {
    expect(parseReply(text)).toEqual(expected);
  });

  it('anywhere in words without braces', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const words = (text: string): string => text.replace(/[{}]/g, '');
        expect(parseReply(`${words(before)}${reply}${words(after)}`)).toEqual(expected);
      }),
    );
  });
});

it('a comma within a text is kept, whatever follows it', () => {
  const text = '{"fields":[["total","12,]","1","a \\" ,}"],],"tables":[],}';
  expect(parseReply(text)).toEqual({ answer: { fields: [['total', '12,]', '1', 'a " ,}']], tables: [] } });
});

describe('what is wrong is said', () => {
  it.each([
    ['nothing at all', '', 'the answer is not JSON'],
    ['two answers that differ', `${reply} or ${reply.replace('12.00', '13.00')}`, 'there is more than one answer'],
    ['half an answer', reply.slice(0, -5), 'the answer is not JSON'],
    ['another object', '{"total": 12}', "must have required property 'fields'"],
    ['a list', '[1]', 'must be object'],
    ['an unknown confidence', reply.replace('certain', 'sure'), '/cells/0/confidence must be equal to one of the allowed values'],
    ['a page between two pages', reply.replace('"page":1', '"page":1.5'), '/cells/0/page must be integer,null'],
    ['an extra member', reply.replace('{"path"', '{"__proto__":1,"path"'), '/cells/0 must NOT have additional properties'],
  ])('%s', (_name, text, problem) => {
    expect(parseReply(text)).toEqual({ problems: [expect.stringContaining(problem)] });
  });

  it('for any text, without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const parsed = parseReply(text);
        if ('problems' in parsed) expect(parsed.problems).not.toEqual([]);
      }),
    );
  });

  it('in time that grows with the text only', () => {
    expect(parseReply('{"a":'.repeat(400_000))).toEqual({ problems: ['the answer is not JSON'] });
  });
});

const fields = [field('$.total'), field('$.lines[].amount'), field('$.tags[]'), field("$['a [1]']")];
const cell = (path: string, changes: Partial<Cell> = {}): Cell => ({
  path,
  value: '1',
  page: 1,
  quote: '1',
  confidence: 'certain',
  reason: 'exact',
  ...changes,
});
const map = (...cells: readonly Cell[]) => mapCells(cells, fields, pdf([], []));
const paths = (...given: readonly string[]): readonly string[] => map(...given.map((path) => cell(path))).cells.map(({ path }) => path);

describe('cells and fields', () => {
  it('belong together by the path of a field, rows by their template', () => {
    expect(paths('$.total', '$.lines[0].amount', '$.lines[1].amount', '$.tags[0]')).toEqual([
      '$.total',
      '$.lines[0].amount',
      '$.lines[1].amount',
      '$.tags[0]',
    ]);
  });

  it('belong together where a model leaves out the root', () => {
    expect(paths('total', ' lines[0].amount ')).toEqual(['$.total', '$.lines[0].amount']);
  });

  it('belong together where a name looks like a row', () => {
    expect(paths("$['a [1]']")).toEqual(["$['a [1]']"]);
  });

  it.each(['$.sum', '$.lines[].amount', '$.lines.amount', '$.lines[0]', '$.lines[-1].amount', '$.total[0]', '$'])(
    'do not belong together at %s, and a note names the path',
    (path) => {
      expect(map(cell('$.total'), cell(path))).toEqual({ cells: [cell('$.total')], notes: [expect.stringContaining(`left out: ${path}`)] });
    },
  );

  it('are kept apart where a row has a number that no table reaches', () => {
    expect(paths('$.lines[1000000000].amount')).toEqual([]);
  });

  it('are kept apart where the text is longer than any print', () => {
    expect(map(cell('$.total', { quote: 'x'.repeat(10_001) })).cells).toEqual([]);
  });
});

describe('a note', () => {
  it('names three paths at most, cut and without marks, and never a value', () => {
    const cells = ['$.a<b>\n', `$.${'b'.repeat(200)}`, '$.c', '$.d', '$.e'].map((path) => cell(path, { value: 'CANARY', quote: 'CANARY' }));
    const [note] = map(...cells).notes;
    expect(note).toContain(`$.ab, $.${'b'.repeat(58)}, $.c and 2 more`);
    expect(note).not.toContain('CANARY');
  });
});

describe('a page', () => {
  it.each([0, -1, 3, 1e308])('that the document does not have is unknown: %d', (page) => {
    expect(map(cell('$.total', { page })).cells[0]?.page).toBeNull();
  });

  it('that it has is kept', () => {
    expect(map(cell('$.total', { page: 2 })).cells[0]?.page).toBe(2);
  });
});
