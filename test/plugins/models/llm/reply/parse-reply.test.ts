import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from '../../../../../plugins/models/llm/reply/parse-reply.js';
import { cellsText } from '../../../../fakes/llm-server.js';

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
