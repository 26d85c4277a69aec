import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptsOfMessage, outcomeOf } from '../../../server/jobs/webhooks/retry-schedule.js';

const hour = 3_600_000;
const answered = (status: number | null) => ({ status, ms: 1, error: null });
const fresh = { attempts: 0, failingMs: null };

describe('what follows from an attempt to deliver', () => {
  it.each([200, 204, 299])('%i is a receipt', (status) => {
    expect(outcomeOf(answered(status), fresh)).toEqual({ kind: 'delivered' });
  });

  it.each([null, 100, 301, 400, 404, 429, 500])('%s is tried again after five seconds', (status) => {
    expect(outcomeOf(answered(status), fresh, () => 0)).toEqual({ kind: 'again', afterMs: 5_000, restMs: 5_000 });
  });

  it('410 ends it, whatever was before', () => {
    expect(outcomeOf(answered(410), fresh)).toMatchObject({ kind: 'switched off' });
  });

  it('a message is tried for three days, in ever longer pauses, and an endpoint that failed all the while is switched off', () => {
    const pauses = Array.from({ length: attemptsOfMessage }, (_, attempts) =>
      outcomeOf(answered(500), { attempts, failingMs: 0 }, () => 0),
    );
    const afters = pauses.flatMap((outcome) => (outcome.kind === 'again' ? [outcome.afterMs] : []));
    expect(afters).toEqual(afters.toSorted((one, other) => one - other));
    expect(afters.reduce((sum, after) => sum + after, 0)).toBeGreaterThan(72 * hour);
    expect(pauses.at(-1)?.kind).toBe('given up');
    expect(outcomeOf(answered(500), { attempts: 9, failingMs: 72 * hour }).kind).toBe('switched off');
  });

  it('an endpoint rests for a quarter of the time that it has failed, five seconds to an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 71 * hour }), (attempts, failingMs) => {
        const outcome = outcomeOf(answered(null), { attempts, failingMs });
        const restMs = 'restMs' in outcome ? outcome.restMs : Number.NaN;
        expect(restMs).toBe(Math.min(hour, Math.max(5_000, failingMs / 4)));
      }),
    );
  });
});
