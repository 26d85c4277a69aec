import { mostOf } from '../../load/traffic.js';
import { interleaved, median, quantile } from '../clock.js';
import { perfectReading, startFakeProvider } from '../fake-provider.js';
import { extract, post } from '../post.js';
import { cpuMs } from '../process.js';
import { atMost, type BenchRow, milliseconds } from '../row.js';
import { startBareRoute, startVouch } from '../server.js';

/**
 * The overhead of Vouch with an instant model, warm, from HTTP to JSON for a two-page PDF, against a route that only receives the upload;
 * and the share of it that the API process spends outside the parser child.
 */
export const overhead: BenchRow = {
  name: 'own overhead beside a model',
  async measure({ rounds, seconds }) {
    const provider = await startFakeProvider(await perfectReading());
    const [vouch, bare] = await Promise.all([startVouch(provider.config), startBareRoute()]);
    try {
      await mostOf(vouch.url, seconds);
      const before = cpuMs(vouch.pid);
      const { ours, theirs } = await interleaved(rounds, { ours: () => extract(vouch.url), theirs: () => post(bare.url) });
      const cpu = (cpuMs(vouch.pid) - before) / (rounds + 2);
      const [p50, bareP50] = [median(ours), median(theirs)];
      return {
        figures: [
          {
            name: 'HTTP to JSON, zero-latency model, 2 pages, p50',
            measured: `${milliseconds(p50)} (p95 ${milliseconds(quantile(ours, 0.95))})`,
            aim: atMost(p50, 25, 'at most 25 ms'),
          },
          {
            name: '… against a bare multipart route',
            measured: `${(p50 / bareP50).toFixed(1)} × ${milliseconds(bareP50)}`,
            aim: atMost(p50 / bareP50, 5, 'at most 5 ×'),
          },
          { name: 'processor time of the API process a request', measured: milliseconds(cpu), aim: atMost(cpu, 5, 'at most 5 ms') },
        ],
      };
    } finally {
      await Promise.all([vouch.stop(), bare.stop()]);
      provider.close();
    }
  },
};
