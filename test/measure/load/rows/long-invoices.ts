import { quantile } from '../../bench/clock.js';
import { rowsOf } from '../../bench/documents.js';
import { callOf, expected, goodCall, send } from '../call.js';
import { startFleet } from '../fleet.js';
import { type LoadRow, none } from '../row.js';
import { statuses, type TimedAnswer, traffic } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const [together, rows, heapMb] = [10, 4_000, 512];

/**
 * Ten concurrent invoices of 4,000 lines need more than the heap, beside one ordinary document a second. The process must survive and read
 * all of them.
 */
export const longInvoices: LoadRow = {
  name: 'books',
  usual: { seconds: 60, rate: 1 },
  async run({ seconds, rate }) {
    const fleet = await startFleet({ env: { NODE_OPTIONS: `--max-old-space-size=${heapMb}` } });
    const { url, servers } = fleet;
    try {
      await send(url, goodCall);
      const calls = Array.from({ length: together }, (_, edition) => callOf(rowsOf(rows, edition)));
      const { result, seen } = await watched(servers, () =>
        Promise.all([Promise.all(calls.map((call) => send(url, call))), traffic({ url, rate, seconds })]),
      );
      const [large, small] = result;
      return [
        { what: `books: ${together} of ${rows} lines at once, heap of ${heapMb} MB`, observed: statuses(large) },
        none('… books that were not read', large.filter(({ status }) => status !== 200).length),
        { what: `… beside ${rate} ordinary a second for ${seconds} s`, observed: `${statuses(small)}; ${took(small)}` },
        none('… answers other than 200, 429, 503 with Retry-After', small.filter((answer) => !expected(answer)).length),
        none('… servers that ended', servers.filter((server) => !server.alive()).length),
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
    }
  },
};

function took(timedAnswers: readonly TimedAnswer[]): string {
  const times = timedAnswers.map(({ ms }) => ms);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
}
