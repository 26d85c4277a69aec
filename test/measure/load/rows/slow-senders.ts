import { connect, type Socket } from 'node:net';
import { quantile } from '../../bench/clock.js';
import { startFleet } from '../fleet.js';
import { type LoadRow, none } from '../row.js';
import { goodput, statuses, type TimedAnswer, traffic } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const sockets = 500;

/** Clients send one byte a second, half of them in headers and half in a body; other callers must not notice. */
export const slowSenders: LoadRow = {
  name: 'slow loris',
  usual: { seconds: 60, rate: 2 },
  async run({ seconds, rate }) {
    const fleet = await startFleet({});
    const { url } = fleet;
    try {
      await traffic({ url, rate, seconds: 5 });
      const before = await traffic({ url, rate, seconds: Math.min(20, seconds) });
      const { result: during, seen } = await watched(fleet.servers, async () => {
        const end = drip(Number(new URL(url).port));
        return traffic({ url, rate, seconds }).finally(end);
      });
      const [p50, alone] = [median(during), median(before)];
      return [
        { what: `slow loris: ${sockets} sockets at 1 B/s for ${seconds} s, beside ${rate} a second`, observed: statuses(during) },
        none('… others that got no extraction', during.filter(({ status }) => status !== 200).length),
        {
          what: '… p50 of the others, beside that before',
          observed: `${p50.toFixed(0)} ms, ${alone.toFixed(0)} ms`,
          aim: '≤ 1.5 ×',
          met: p50 <= 1.5 * alone,
        },
        { what: '… their extractions a second', observed: goodput(during, seconds).toFixed(1) },
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
    }
  },
};

const median = (timedAnswers: readonly TimedAnswer[]): number =>
  quantile(
    timedAnswers.map(({ ms }) => ms),
    0.5,
  );

const headers = 'POST /v1/extract HTTP/1.1\r\nHost: loris\r\nX-Drip: ';
const bodyHead = `${headers}x\r\nContent-Type: multipart/form-data; boundary=drip\r\nContent-Length: 10000\r\n\r\n`;

/** Reconnects sockets that the server closes. Returns a function that ends it. */
function drip(port: number): () => void {
  const open = new Set<Socket>();
  let over = false;
  const dial = (opening: string): void => {
    const socket = connect(port, '127.0.0.1', () => socket.write(opening));
    open.add(socket.resume());
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket);
        if (!over) setTimeout(dial, 1_000, opening);
      });
  };
  for (let index = 0; index < sockets; index += 1) dial(index % 2 === 0 ? headers : bodyHead);
  const timer = setInterval(() => {
    for (const socket of open) socket.write('-');
  }, 1_000);
  return () => {
    over = true;
    clearInterval(timer);
    for (const socket of open) socket.destroy();
  };
}
