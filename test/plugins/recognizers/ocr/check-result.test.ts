import { describe, expect, it } from 'vitest';
import { checkedResult } from '../../../../plugins/recognizers/ocr/check-result.js';
import { ocrLimits } from '../../../../plugins/recognizers/ocr/limits.js';
import { NotAsAgreed } from '../../../../plugins/sandbox/sent/sent.js';

const box = { x: 10, y: 20, width: 30, height: 8 };
const word = { text: 'Total', box, ocr: true, certainty: 0.9 };
const line = { box, steps: [{ likely: { T: -0.1, '': -3 } }, { likely: { o: 0 }, gap: true }] };
const result = { words: [word], turn: 90.5, language: 'eng', lines: [line] };

const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);
const withStep = (step: unknown) => ({ ...result, lines: [{ box, steps: [step] }] });
const withBox = (more: object) => ({ ...result, words: [{ ...word, box: { ...box, ...more } }] });
const withWord = (more: object) => ({ ...result, words: [{ ...word, ...more }] });

describe('what the child of an OCR engine sends', () => {
  it('is taken as it is if it is an OCR result', () => {
    expect(checkedResult(result)).toEqual(result);
    expect(checkedResult({ words: [], turn: 0 })).toEqual({ words: [], turn: 0 });
  });

  it('loses what does not belong to an OCR result', () => {
    const more = { ...result, unread: 'x', words: [{ ...word, otherwise: 'x'.repeat(1_000), ocr: false }] };
    expect(checkedResult(more)).toEqual(result);
  });

  it('is brought into its range where it is just outside', () => {
    const [odd] = checkedResult(withWord({ certainty: 1.000_001, box: { ...box, width: -1 } })).words;
    expect([odd?.certainty, odd?.box.width]).toEqual([1, 0]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'words'],
    ['a list', [result]],
    ['words that are none', { ...result, words: 'Total' }],
    ['a word that is null', { ...result, words: [null] }],
    ['a hole among the words', { ...result, words: new Array(3) }],
    ['a list that only claims its length', { ...result, words: new Array(1e9) }],
    ['a word whose text is a number', withWord({ text: 5 })],
    ['a word of megabytes', withWord({ text: 'x'.repeat(5_000_000) })],
    ['a certainty that is no number', withWord({ certainty: Number.NaN })],
    ['too many words', { ...result, words: many(ocrLimits.words + 1, word) }],
    ['too many characters', { ...result, words: many(3, { ...word, text: 'x'.repeat(50_000) }) }],
    ['a word without a box', withWord({ box: undefined })],
    ['a box at no place', withBox({ x: Number.NaN })],
    ['a box far off', withBox({ y: -1e9 })],
    ['a box without end', withBox({ width: Number.POSITIVE_INFINITY })],
    ['a turn that is no number', { ...result, turn: '90' }],
    ['a turn without end', { ...result, turn: Number.POSITIVE_INFINITY }],
    ['a language that is a path', { ...result, language: '../' }],
    ['lines that are none', { ...result, lines: { length: 3 } }],
    ['a line without steps', { ...result, lines: [{ box }] }],
    ['a line that is too long', { ...result, lines: [{ box, steps: many(ocrLimits.stepsOfLine + 1, line.steps[0]) }] }],
    ['too many steps', { ...result, lines: many(41, { box, steps: many(500, line.steps[0]) }) }],
    ['too many lines', { ...result, lines: many(ocrLimits.lines + 1, { box, steps: [] }) }],
    ['a step that lists nothing', withStep({})],
    ['a step that lists too much', withStep({ likely: Object.fromEntries([...'abcdefg'].map((character) => [character, -1])) })],
    ['a step whose character is a name', withStep({ likely: JSON.parse('{"__proto__": -1}') })],
    ['a step whose character has megabytes', withStep({ likely: { ['é'.repeat(1_000_000)]: -1 } })],
    ['a likelihood that is no number', withStep({ likely: { a: Number.NaN } })],
    ['a likelihood without end', withStep({ likely: { a: Number.NEGATIVE_INFINITY } })],
    ['a likelihood that is a text', withStep({ likely: { a: '-1' } })],
  ])('is refused if it is %s', (_name, sent) => {
    expect(() => checkedResult(sent)).toThrow(NotAsAgreed);
  });

  it('has no likelihood above that of certainty', () => {
    expect(checkedResult(withStep({ likely: { a: 50 } })).lines?.[0]?.steps).toEqual([{ likely: { a: 0 } }]);
  });
});
