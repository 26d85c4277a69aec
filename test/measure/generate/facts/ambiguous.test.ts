import { describe, expect, it } from 'vitest';
import { ambiguousDays } from './ambiguous.js';

describe('printed days are ambiguous', () => {
  it.each([
    ['where either part can be the month', ['03/04/2025'], ['03/04/2025']],
    ['not where both are the same day', ['04/04/2025'], []],
    ['not where another day of the page settles the order', ['03/04/2025', '03/28/2025'], []],
    ['not with dots, by name or from the year', ['03.04.2025', '3 April 2025', '2025-04-03'], []],
  ])('%s', (_, printed, ambiguous) => {
    expect([...ambiguousDays(printed)]).toEqual(ambiguous);
  });
});
