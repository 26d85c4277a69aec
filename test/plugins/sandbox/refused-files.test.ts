import { describe, expect, it } from 'vitest';
import { RefusedFiles } from '../../../plugins/sandbox/sandbox.js';

const file = (name: string, wanted?: unknown) => ({ bytes: Buffer.from(name.padEnd(20)), wanted });

const caller = 'a';

describe('a file whose child process was lost', () => {
  it('is refused for ten minutes', () => {
    let now = 1;
    const refusals = new RefusedFiles(() => now);
    refusals.add(file('bomb'), caller, { reason: 'memory' });
    now = 600_000;
    expect(refusals.find(file('bomb'), caller)).toEqual({ reason: 'memory' });
    now = 600_002;
    expect(refusals.find(file('bomb'), caller)).toBeUndefined();
  });

  it('does not refuse another one of the same length', () => {
    const refusals = new RefusedFiles();
    refusals.add(file('bomb'), caller, { reason: 'time' });
    expect(refusals.find(file('good'), caller)).toBeUndefined();
  });

  it('does not refuse another page of the same file', () => {
    const refusals = new RefusedFiles();
    refusals.add(file('scan', { page: 3 }), caller, { reason: 'time' });
    expect([refusals.find(file('scan', { page: 1 }), caller), refusals.find(file('scan', { page: 3 }), caller)]).toEqual([
      undefined,
      { reason: 'time' },
    ]);
  });

  it('is read for another caller, whose own parser decides', () => {
    const refusals = new RefusedFiles();
    refusals.add(file('bomb'), 'a', { reason: 'crash' });
    expect([refusals.find(file('bomb'), 'b'), refusals.find(file('bomb'), 'a')]).toEqual([undefined, { reason: 'crash' }]);
  });

  it('is forgotten when a thousand others follow', () => {
    const refusals = new RefusedFiles();
    for (let index = 0; index <= 1_000; index += 1) refusals.add(file(`${index}`), caller, { reason: 'crash' });
    expect(refusals.find(file('0'), caller)).toBeUndefined();
    expect(refusals.find(file('1000'), caller)).toEqual({ reason: 'crash' });
  });
});
