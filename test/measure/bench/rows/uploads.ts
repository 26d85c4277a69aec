import { setTimeout } from 'node:timers/promises';
import { residentMb } from '../../../../plugins/sandbox/watch-process.js';
import { post, sample, schema } from '../post.js';
import { atMost, type BenchRow } from '../row.js';
import { type ServerProcess, startVouch } from '../server.js';

const together = 20;

/** Memory that each of twenty concurrent 10 MB uploads adds to the API process while it waits; refused ones are not counted. */
export const uploads: BenchRow = {
  name: 'uploads',
  async measure() {
    const vouch = await startVouch(`deadline_ms: 60000\n`);
    try {
      await post(vouch.url);
      const before = residentMb(vouch.pid) ?? 0;
      const { statuses, highest } = await watched(
        vouch,
        Promise.all(Array.from({ length: together }, () => post(vouch.url, large(), schema))),
      );
      const taken = statuses.filter((status) => status === 200).length;
      const each = (highest - before) / Math.max(taken, 1);
      return {
        figures: [
          {
            name: `memory for each of ${taken} uploads of 10 MB at once (${together - taken} of ${together} turned away with 503)`,
            measured: `${each.toFixed(0)} MB`,
            aim: atMost(each, 40, 'at most 40 MB'),
          },
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

/** The sample, padded to the largest accepted size. */
function large(): Uint8Array {
  const bytes = Buffer.alloc(10_485_760, '\n');
  bytes.set(sample);
  return bytes;
}

async function watched(vouch: ServerProcess, answers: Promise<readonly { readonly status: number }[]>) {
  let highest = 0;
  const watching = new AbortController();
  const watch = async (): Promise<void> => {
    while (!watching.signal.aborted) {
      highest = Math.max(highest, residentMb(vouch.pid) ?? 0);
      await setTimeout(10);
    }
  };
  const [all] = await Promise.all([answers.finally(() => watching.abort()), watch()]);
  return { statuses: all.map(({ status }) => status), highest };
}
