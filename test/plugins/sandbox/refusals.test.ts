import { describe, expect, it } from 'vitest';
import { Refusals } from '../../../plugins/sandbox/refusals.js';

const file = (name: string, wanted?: unknown) => ({ bytes: Buffer.from(name.padEnd(20)), wanted });

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

  it('does not speak for another page of the same file', () => {
    const refusals = new Refusals();
    refusals.remember(file('scan', { page: 3 }), { reason: 'time' });
    expect([refusals.find(file('scan', { page: 1 })), refusals.find(file('scan', { page: 3 }))]).toEqual([undefined, { reason: 'time' }]);
  });

  it('is forgotten when a thousand others follow', () => {
    const refusals = new Refusals();
    for (let index = 0; index <= 1_000; index += 1) refusals.remember(file(`${index}`), { reason: 'crash' });
    expect(refusals.find(file('0'))).toBeUndefined();
    expect(refusals.find(file('1000'))).toEqual({ reason: 'crash' });
  });
});
