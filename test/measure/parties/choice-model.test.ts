import { describe, expect, it } from 'vitest';
import { type Choice, chancesOf, learnChoices } from './choice-model.js';

const letter = (right: readonly number[]): Choice => ({ names: [['high', 'company'], ['company'], []], right, weight: 1 });
const letters = (count: number, right: readonly number[]): readonly Choice[] => Array.from({ length: count }, () => letter(right));

describe('what a sign says of a name is learned', () => {
  it('from the letters in which the name that shows it is right', () => {
    const model = learnChoices([...letters(90, [0]), ...letters(10, [])], ['high', 'company']);
    expect(model.signs['high']).toBeGreaterThan(1);
    const [first, second, third] = chancesOf(letter([]), model);
    expect(first).toBeCloseTo(0.9, 1);
    expect(second).toBeLessThan(0.1);
    expect(third).toBeLessThan(0.1);
  });

  it('as little where letters do not speak for it', () => {
    const model = learnChoices(letters(3, []), ['high', 'company', 'unseen']);
    expect(model.signs['unseen']).toBe(0);
    expect(chancesOf(letter([]), model).reduce((sum, chance) => sum + chance, 0)).toBeLessThan(0.5);
  });

  it('by documents as much as they count', () => {
    const heavy = letters(10, [0]).map((one) => ({ ...one, weight: 10 }));
    const [chance] = chancesOf(letter([]), learnChoices([...heavy, ...letters(10, [])], ['high', 'company']));
    expect(chance).toBeGreaterThan(0.8);
  });
});
