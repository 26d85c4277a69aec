import { describe, expect, it } from 'vitest';
import { Refusals } from '../../../plugins/converters/cage/refusals.js';

const file = (name: string): Uint8Array => Buffer.from(name.padEnd(20));

describe('a file that cost a child', () => {
  it('is refused for ten minutes, and then no more', () => {
    let now = 0;
    const refusals = new Refusals(() => now);
    refusals.remember(file('bomb'), { reason: 'memory' });
    now = 599_999;
    expect(refusals.find(file('bomb'))).toEqual({ reason: 'memory' });
    now = 600_000;
    expect(refusals.find(file('bomb'))).toBeUndefined();
  });

  it('does not speak for another of the same length', () => {
    const refusals = new Refusals();
    refusals.remember(file('bomb'), { reason: 'time' });
    expect(refusals.find(file('good'))).toBeUndefined();
  });

  it('is forgotten when a thousand others follow', () => {
    const refusals = new Refusals();
    for (let index = 0; index <= 1_000; index += 1) refusals.remember(file(`${index}`), { reason: 'crash' });
    expect(refusals.find(file('0'))).toBeUndefined();
    expect(refusals.find(file('1000'))).toEqual({ reason: 'crash' });
  });
});
