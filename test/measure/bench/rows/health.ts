import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { median } from '../clock.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** Times `/health` of a server whose PostgreSQL accepts connections but never answers. */
export const health: BenchRow = {
  name: 'health',
  async measure({ rounds }) {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const vouch = await startVouch('', { VOUCH_STORE: `postgres://nobody@127.0.0.1:${port}/nothing` });
    try {
      const times: number[] = [];
      for (let round = 0; round < Math.min(rounds, 7); round += 1) {
        const began = performance.now();
        const { status } = await fetch(`${vouch.url}/health`);
        times.push(performance.now() - began);
        if (status !== 503) throw new Error(`/health is ${status} without a store`);
      }
      const [ms, worst] = [median(times), Math.max(...times)];
      const measured = `${milliseconds(ms)}, at worst ${milliseconds(worst)}`;
      return { figures: [{ name: '/health with a store that does not answer', measured, aim: atMost(worst, 2_000, 'at most 2 s') }] };
    } finally {
      await vouch.stop();
      silent.close();
    }
  },
};
