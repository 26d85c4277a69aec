import { expect, it } from 'vitest';
import { fieldList } from '../../../../plugins/models/llm/prompt.js';
import { field } from './setting.js';

const lines = (...fields: Parameters<typeof fieldList>[0]): readonly string[] => fieldList(fields).split('\n').slice(1);

it('is one line a field, with all that is known of it', () => {
  expect(
    lines(
      field('$.lines[].amount', { type: 'number', description: 'Net amount of the line', hints: ['at least 0'] }),
      field('$.kind', { required: true, enum: ['invoice', 'receipt'], hints: ['format word'] }),
    ),
  ).toEqual([
    'lines[].amount | number | optional | "Net amount of the line" | "at least 0"',
    'kind | string | required | one of ["invoice","receipt"] | "format word"',
  ]);
});

it('quotes the caller’s words, so that none of them opens a line of its own', () => {
  expect(lines(field('$.a', { description: 'x"\n$.b | string', format: 'y\n', hints: ['format y\n', 'z\n'], enum: ['v\n'] }))).toEqual([
    'a | string | optional | "x\\"\\n$.b | string" | one of ["v\\n"] | "format y\\n" | "z\\n"',
  ]);
});

it('quotes a path that a name has made unreadable, as the answer must hold it', () => {
  expect(lines(field("$['a\nb']"))).toEqual([`"$['a\\nb']" | string | optional`]);
});

it.each([
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a next line', '\u0085'],
  ['a direction that is turned around', '\u202e'],
  ['a letter that nobody sees', '\u{e0041}'],
])('has no line more, and nothing unseen, for %s in a name, a description, a choice or a hint', (_, sign) => {
  const text = `a${sign}b`;
  const [line = '', ...others] = fieldList([field(`$['${text}']`, { description: text, enum: [text], hints: [text] })])
    .split(/[\n\v\f\r\u0085\u2028\u2029]/u)
    .slice(1);
  expect(others).toEqual([]);
  expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  const [path = '', , , description = ''] = line.split(' | ');
  expect([JSON.parse(path), JSON.parse(description)]).toEqual([`$['${text}']`, text]);
});

it('cuts a long description', () => {
  expect(lines(field('$.a', { description: 'x'.repeat(2_000) }))[0]).toHaveLength('a | string | optional | ""'.length + 501);
});
