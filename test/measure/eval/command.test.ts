import { parseArgs } from 'node:util';
import { expect, it } from 'vitest';
import { numberIn, parsed, wholeNumber } from './command.js';

it('says what is allowed, and what was given instead', () => {
  expect(() => numberIn('high', { name: '--threshold', from: 0, to: 1 })).toThrow('--threshold must be a number from 0 to 1, not "high"');
  expect(() => numberIn(' ', { name: '-j', from: 0, to: 1 })).toThrow('-j must be');
  expect(() => wholeNumber('--count', '1.5', 1)).toThrow('--count must be a whole number from 1, not "1.5"');
});

it('takes the bounds themselves', () => {
  expect([numberIn('0', { name: '', from: 0, to: 1 }), numberIn('1', { name: '', from: 0, to: 1 }), wholeNumber('', '3', 3)]).toEqual([
    0, 1, 3,
  ]);
});

it('shows the usage beside an unknown option', () => {
  expect(() => parsed('the usage', () => parseArgs({ args: ['--nonsense'], options: {} }))).toThrow(/--nonsense.*the usage$/s);
});
