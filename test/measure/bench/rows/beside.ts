import { mostOf } from '../../load/traffic.js';
import { interleaved, median } from '../clock.js';
import { perfectReading, startFakeProvider } from '../fake-provider.js';
import { extract } from '../post.js';
import { cpuMs } from '../process.js';
import { type BenchFigure, type BenchRow, milliseconds } from '../row.js';
import { packageRoot, startVouchOf } from '../server.js';

/** This build and one in another folder, both warm and asked in turn, so that a change shows whatever else the machine does. */
export const beside = (root: string): BenchRow => ({
  name: `beside ${root}`,
  async measure(effort) {
    const provider = await startFakeProvider(await perfectReading());
    try {
      return {
        figures: [
          ...(await compared('zero-latency model', { config: provider.config, root, ...effort })),
          ...(await compared('local reader', { config: '', root, ...effort })),
        ],
      };
    } finally {
      provider.close();
    }
  },
});

interface Comparison {
  readonly config: string;
  readonly root: string;
  readonly rounds: number;
  readonly seconds: number;
}

async function compared(reader: string, { config, root, rounds, seconds }: Comparison): Promise<readonly BenchFigure[]> {
  const [here, there] = await Promise.all([startVouchOf(packageRoot, config), startVouchOf(root, config)]);
  try {
    // Together, because what is quiet for a while forgets what it has optimized: the one warmed first looked slower by a half.
    await Promise.all([here, there].map(({ url }) => mostOf(url, 2 * seconds)));
    const before = [cpuMs(here.pid), cpuMs(there.pid)] as const;
    const { ours, theirs } = await interleaved(rounds, { ours: () => extract(here.url), theirs: () => extract(there.url) });
    // Two rounds warm up.
    const [cpuHere, cpuThere] = [(cpuMs(here.pid) - before[0]) / (rounds + 2), (cpuMs(there.pid) - before[1]) / (rounds + 2)];
    return [
      { name: `HTTP to JSON, ${reader}, 2 pages, p50`, measured: ratio(median(ours), median(theirs)) },
      { name: '… processor time of the API process a request', measured: ratio(cpuHere, cpuThere) },
    ];
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

const ratio = (here: number, there: number): string => `${(here / there).toFixed(2)} × ${milliseconds(there)}`;
