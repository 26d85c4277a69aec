import { describe, expect, it } from 'vitest';
import { Breaker, type BreakerEvent, type Verdict } from '../../../core/flow/breaker.js';
import { RetryBudget } from '../../../core/flow/retry-budget.js';
import { ExtractionError } from '../../../core/index.js';

describe('breaker', () => {
  const settings = { failures: 3, pauseMs: 5_000, longestPauseMs: 60_000 };

  function breaker() {
    let time = 0;
    const events: BreakerEvent[] = [];
    const made = new Breaker(
      'openai:x',
      settings,
      (event) => events.push(event),
      () => time,
    );
    const failure = new ExtractionError('LLM_ERROR', 'openai:x: the provider failed (503)', { retryable: true });
    const end = (verdict: Verdict) =>
      made
        .call(
          () => Promise.reject(failure),
          () => verdict,
        )
        .catch((error: unknown) => error);
    return {
      made,
      events,
      failure,
      answer: () =>
        made
          .call(
            async () => 'read',
            () => 'failing',
          )
          .catch((error: unknown) => error),
      end,
      fail: async (times: number) => {
        for (let call = 0; call < times; call += 1) await end('failing');
      },
      pass(ms: number) {
        time += ms;
      },
    };
  }

  describe('a breaker', () => {
    it('lets calls pass while one now and then is answered', async () => {
      const { made, fail, answer } = breaker();
      for (let round = 0; round < 5; round += 1) {
        await fail(2);
        expect(await answer()).toBe('read');
      }
      expect(made.open).toBe(false);
    });

    it('refuses at once after failures in a row, says for how long and why, and makes no call', async () => {
      const { fail, answer, events } = breaker();
      await fail(3);
      expect(await answer()).toMatchObject({
        code: 'LLM_ERROR',
        retryable: true,
        retryAfterMs: 5_000,
        message: 'openai:x keeps failing and is not asked for the next 5 s. Its last failure: openai:x: the provider failed (503)',
      });
      expect(events).toEqual(['paused', 'refused']);
    });

    it('lets one call ask after the pause, and all others when it was answered', async () => {
      const { made, fail, pass, answer, events } = breaker();
      await fail(3);
      pass(5_000);
      const { promise, resolve } = Promise.withResolvers<string>();
      const probe = made.call(
        () => promise,
        () => 'failing',
      );
      expect(await answer()).toMatchObject({ code: 'LLM_ERROR' });
      resolve('read');
      expect([await probe, await answer()]).toEqual(['read', 'read']);
      expect(events).toEqual(['paused', 'refused', 'resumed']);
    });

    it('doubles the pause each time it asks in vain, up to the longest, and begins anew when it was answered', async () => {
      const { made, fail, pass, answer } = breaker();
      await fail(3);
      for (const ms of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
        pass(ms - 1);
        expect(made.open).toBe(true);
        pass(1);
        expect(made.open).toBe(false);
        await fail(1);
      }
      pass(60_000);
      expect(await answer()).toBe('read');
      await fail(3);
      pass(5_000);
      expect(made.open).toBe(false);
    });

    it('pauses for as long as the provider asks, up to the longest pause', async () => {
      const { made, failure, pass } = breaker();
      made.pause(20_000, failure);
      pass(19_999);
      expect(made.open).toBe(true);
      pass(1);
      expect(made.open).toBe(false);
      made.pause(86_400_000, failure);
      pass(60_000);
      expect(made.open).toBe(false);
    });

    it('takes an error that is an answer as proof that the model is up, learns nothing from a cancelled call, and lets the next call probe', async () => {
      const { made, fail, end, pass, answer } = breaker();
      await fail(2);
      await end('there');
      await fail(2);
      await end('unknown');
      expect(made.open).toBe(false);
      await fail(1);
      pass(5_000);
      await end('unknown');
      expect(made.open).toBe(false);
      expect(await answer()).toBe('read');
    });

    it('learns nothing from calls that began before the pause', async () => {
      const { made, fail } = breaker();
      const { promise, resolve } = Promise.withResolvers<string>();
      const early = made.call(
        () => promise,
        () => 'failing',
      );
      await fail(3);
      resolve('read');
      await early;
      expect(made.open).toBe(true);
    });

    describe('of a reading in several calls', () => {
      const failing: () => Verdict = () => 'failing';

      it('refuses further parts once so many have failed in a row', async () => {
        const { made, failure, events } = breaker();
        const part = (work: () => Promise<string>) => made.part(work, failing).catch((error: unknown) => error);
        await part(() => Promise.reject(failure));
        await part(async () => 'read');
        for (let call = 0; call < 3; call += 1) expect(await part(() => Promise.reject(failure))).toBe(failure);
        expect(await part(async () => 'read')).toMatchObject({ message: expect.stringContaining('is not asked for the next 5 s') });
        expect(events).toEqual(['paused', 'refused']);
      });

      it('lets the parts of the call pass that asks after a pause', async () => {
        const { made, fail, pass, events } = breaker();
        await fail(3);
        pass(5_000);
        const reading = made.call(() => made.part(async () => 'read', failing), failing);
        expect(await reading).toBe('read');
        expect(events).toEqual(['paused', 'resumed']);
      });
    });
  });
});

describe('retry budget', () => {
  function budget(share: number, aMinute: number) {
    let time = 0;
    const made = new RetryBudget({ share, aMinute }, () => time);
    return {
      made,
      spendAll(): number {
        let spent = 0;
        while (made.spend()) spent += 1;
        return spent;
      },
      pass(ms: number) {
        time += ms;
      },
    };
  }

  describe('a budget of retries', () => {
    it('has a floor, which comes back within a minute', () => {
      const { spendAll, pass } = budget(0.1, 10);
      expect(spendAll()).toBe(10);
      pass(6_000);
      expect(spendAll()).toBe(1);
      pass(600_000);
      expect(spendAll()).toBe(10);
    });

    it('lets a tenth of many failing calls be made again', () => {
      const { made, spendAll } = budget(0.1, 10);
      spendAll();
      let again = 0;
      for (let call = 0; call < 1_000; call += 1) {
        made.earn();
        if (made.spend()) again += 1;
      }
      expect(again).toBeGreaterThanOrEqual(99);
      expect(again).toBeLessThanOrEqual(100);
    });

    it('saves nothing up beyond the floor', () => {
      const { made, spendAll } = budget(0.1, 10);
      for (let call = 0; call < 1_000; call += 1) made.earn();
      expect(spendAll()).toBe(10);
    });

    it('works with only a share or only a floor; with neither, nothing is retried', () => {
      const shared = budget(0.5, 0);
      expect(shared.made.spend()).toBe(false);
      shared.made.earn();
      shared.made.earn();
      expect(shared.spendAll()).toBe(1);
      expect(budget(0, 2).spendAll()).toBe(2);
      const none = budget(0, 0);
      none.made.earn();
      expect(none.spendAll()).toBe(0);
    });
  });
});
