import { expect } from 'vitest';

/** A score that stands for a value: at least the default threshold. To be compared with `toEqual`. */
export const accepted: number = expect.toSatisfy((score: number) => score >= 0.85, 'an accepted score');
/** A score with which a person must look. */
export const held: number = expect.toSatisfy((score: number) => score < 0.85, 'a held score');
/** A score of a value that is more likely wrong than right. */
export const refused: number = expect.toSatisfy((score: number) => score <= 0.5, 'a refused score');
