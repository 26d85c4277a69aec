import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSchema } from '../../../server/state/open-schema.js';
import { goodCall, type LoadCall, send } from '../call.js';
import { startFleet } from '../fleet.js';
import { postgres } from '../postgres.js';
import type { LoadLine } from '../row.js';
import { countStatements } from './count-statements.js';

const times = 20;
const origin = 'https://load.example.com';

/** Statements that each kind of request sends to PostgreSQL, counted by the proxy. */
export async function store(): Promise<readonly LoadLine[]> {
  const server = await postgres();
  const schema = await openSchema(server);
  const line = await countStatements(Number(new URL(server).port));
  const address = new URL(schema.url);
  address.port = String(line.port);
  const env = {
    VOUCH_STORE: address.href,
    VOUCH_RATE_LIMIT: '1000',
    VOUCH_PLAYGROUND_ORIGINS: origin,
    VOUCH_TRUSTED_PROXIES: '127.0.0.1/32',
  };
  const fleet = await startFleet({ env });
  try {
    const key = await createKey(schema.url);
    const kept = { ...goodCall, headers: { ...goodCall.headers, authorization: `Bearer ${key}` } };
    const kinds: readonly (readonly [string, (index: number) => LoadCall])[] = [
      ['/v1/extract, a key of the store', () => kept],
      ['/v1/extract, a key of VOUCH_KEYS', () => goodCall],
      ['/v1/extract, a key of the store, Idempotency-Key', (index) => headed(kept, { 'idempotency-key': `load-${index}` })],
      ['… the same once more: a replay', (index) => headed(kept, { 'idempotency-key': `load-${index}` })],
      ['/v1/playground', (index) => headed({ ...goodCall, path: '/v1/playground' }, { origin, 'x-forwarded-for': `10.2.0.${index}` })],
    ];
    const lines: LoadLine[] = [];
    for (const [name, callOf] of kinds) {
      await send(fleet.url, callOf(times));
      const before = line.counted();
      for (let index = 0; index < times; index += 1) await send(fleet.url, callOf(index));
      const after = line.counted();
      const [statements, ms] = [(after.statements - before.statements) / times, (after.ms - before.ms) / times];
      lines.push({ what: `PostgreSQL: ${name}`, observed: `${statements.toFixed(1)} statements, ${ms.toFixed(1)} ms` });
    }
    return lines;
  } finally {
    await fleet.stop();
    line.close();
    await schema.drop();
  }
}

const headed = (call: LoadCall, headers: Readonly<Record<string, string>>): LoadCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

async function createKey(address: string): Promise<string> {
  const program = fileURLToPath(new URL(import.meta.resolve('vouch/package.json').replace(/package\.json$/, 'server/vouch.js')));
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'key', 'create', '--store', address]);
  return stdout.trim();
}
