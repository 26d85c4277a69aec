import { Vouch } from '../../../server/client/index.js';

/**
 * Sends a stream of 10 MB to a server, in a process of its own, and prints how many bytes were sent and how many were in memory at most beyond
 * those before it: the live ones, since the garbage is collected before each look. One call before it loads what only a first call loads.
 */
const [server = ''] = process.argv.slice(2);
const { gc } = globalThis;
if (!gc) throw new Error('run it with --expose-gc');
const vouch = new Vouch({ server, key: 'pk_0123456789abcdefTEST' });
const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const [pieces, pieceBytes] = [160, 65_536];

function live(): number {
  gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
}

let [sent, most] = [0, 0];
async function* document(sampled: boolean) {
  for (let piece = 0; piece < (sampled ? pieces : 1); piece += 1) {
    const bytes = new Uint8Array(pieceBytes).fill(32);
    if (piece === 0) bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
    yield bytes;
    if (!sampled) continue;
    sent += bytes.length;
    if (piece % 4 === 0) most = Math.max(most, live());
  }
}

await vouch.extract(() => document(false), schema);
const idle = live();
await vouch.extract(() => document(true), schema);
process.stdout.write(JSON.stringify({ sent, most: most - idle, rss: process.resourceUsage().maxRSS * 1_024 }));
