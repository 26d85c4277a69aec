import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { AdmissionQueue } from '../../../server/guards/admission-queue.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('a queue forgets old releases even if refuseIfHopeless is never called', async () => {
  const queue = new AdmissionQueue({ capacity: { requests: 1 }, maxWaitMs: 0, maxWaiting: 1 }, 1);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let visit = 0; visit < 1_000_000; visit += 1) (await queue.enter({ amounts: { requests: 1 }, callers: ['a key'] }))();
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
});
