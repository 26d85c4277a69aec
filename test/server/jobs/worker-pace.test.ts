import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkerPace } from '../../../server/jobs/worker.js';

function paced(most: number) {
  let pausedForMs = 0;
  const pace = new WorkerPace(most, () => pausedForMs);
  return {
    pace,
    pause: (ms: number) => {
      pausedForMs = ms;
    },
  };
}

describe('the pace of a worker', () => {
  it('is as fast as it may be until a provider refuses work, half of that then, and one job more for each round that goes well', () => {
    const { pace } = paced(8);
    expect(pace.atOnce()).toBe(8);
    pace.refused();
    expect(pace.atOnce()).toBe(4);
    for (let served = 0; served < 5; served += 1) pace.served();
    expect(pace.atOnce()).toBe(5);
  });

  it('is none while no provider takes anything, and begins with a single job', () => {
    const { pace, pause } = paced(8);
    pause(5_000);
    expect([pace.atOnce(), pace.paused]).toEqual([0, true]);
    pause(0);
    expect([pace.atOnce(), pace.paused]).toEqual([1, false]);
  });

  it('is always one job at least and as many as it may at most, whatever providers do', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.array(fc.boolean()), (most, answers) => {
        const { pace } = paced(most);
        for (const isServed of answers) isServed ? pace.served() : pace.refused();
        expect(pace.atOnce()).toBeGreaterThanOrEqual(1);
        expect(pace.atOnce()).toBeLessThanOrEqual(most);
      }),
    );
  });
});
