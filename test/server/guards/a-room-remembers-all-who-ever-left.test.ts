import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createRoom } from '../../../server/guards/room.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('a million visitors leave nothing behind, though nobody asks whether there is hope', async () => {
  const room = createRoom({ bytes: 1, places: 1, queueMs: 0, waiting: 1 });
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let visit = 0; visit < 1_000_000; visit += 1) (await room.enter(1))();
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
});
