import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey } from '../../../../server/guards/key-secret.js';
import { createKey } from '../../../../server/guards/manage-keys.js';
import { openStore } from '../../../../server/index.js';
import { openRelay, type Relay } from '../../../fakes/relay.js';
import { newServer } from '../../../server/state/own-postgres.js';
import { freePort } from '../../../support/free-port.js';
import { familyOf } from '../../bench/process.js';
import { type CallerFormat, formats, get, metric, newAddress, post } from '../caller.js';
import { type PostgresStore, postgresStore } from '../stores.js';
import type { OutageFacts, OutageTable } from '../table.js';
import { openai, openTestSystem, settled, type TestSystem, total } from '../test-system.js';
import type { OutageSetup } from './setup.js';

interface StoreConnection {
  readonly system: TestSystem;
  readonly openedStore: PostgresStore;
  readonly relay: Relay;
  /** A key that every instance has verified recently, and one that none has. */
  readonly known: string;
  readonly unknown: string;
  freeze(): void;
  thaw(): void;
}

/** Faults of the store: our own PostgreSQL behind our own relay. */
export async function storeRows({ table, fast }: OutageSetup): Promise<void> {
  if (fast) return;
  const server = newServer(await freePort());
  const pid = await server.start();
  try {
    if (table.wants('PostgreSQL is down at boot')) await bootsWithout(table);
    for (const instances of [1, 3]) await outagesOf(table, { url: server.url, pid, instances });
    await poolUsedUp(table, server.url);
  } finally {
    signal(pid, 'SIGCONT');
    await server.remove();
  }
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  for (const member of familyOf(pid)) {
    try {
      process.kill(member, name);
    } catch {
      // It ended while the others received the signal.
    }
  }
};

interface StoreServer {
  readonly url: string;
  readonly pid: number;
  readonly instances: number;
}

async function outagesOf(table: OutageTable, given: StoreServer): Promise<void> {
  for (const [what, begin, end] of outages) {
    if (!table.wants(`PostgreSQL ${what}`)) continue;
    const connection = await connectStore(given);
    try {
      for (const format of formats) {
        const where = `${format}, openai, ${given.instances}`;
        await table.row(
          { row: `PostgreSQL ${what}`, where, expected: promised, within: [0, most] },
          () => during(connection, format, { begin, end }),
          connection.system.leftovers,
        );
      }
    } finally {
      connection.thaw();
      await connection.system.close();
      connection.relay.close();
      await connection.openedStore.close();
    }
  }
}

const outages: readonly (readonly [string, (connection: StoreConnection) => void, (connection: StoreConnection) => void])[] = [
  ['is frozen (SIGSTOP)', (connection) => connection.freeze(), (connection) => connection.thaw()],
  ['is cut off', ({ relay }) => relay.cut(), ({ relay }) => relay.mend()],
  ['is silent', ({ relay }) => relay.stall(), ({ relay }) => relay.mend()],
  ['answers byte by byte', ({ relay }) => relay.drip(40), ({ relay }) => relay.mend()],
];

/** The extra wait of the first request: 250 ms plus the delay of a busy machine. */
const most = 350;

const promised: OutageFacts = {
  'rate, at once again': '200 429',
  'key just seen': 200,
  'key not seen': 503,
  'no key at all': 401,
  playground: 503,
  'its calls': 0,
  '/health': 200,
  'counted as without the store': true,
  'back: key not seen': 401,
  'back: playground': 200,
  'back: charged': 1,
};

async function during(
  connection: StoreConnection,
  format: CallerFormat,
  { begin, end }: { begin(connection: StoreConnection): void; end(connection: StoreConnection): void },
): Promise<OutageFacts> {
  const { system, known, unknown, openedStore } = connection;
  system.provider.answer(openai.setting.reply([total]));
  const { url = '' } = system.instances[format === 'pdf' ? 0 : system.instances.length - 1] ?? {};
  await post(url, { format, headers: { authorization: `Bearer ${known}`, ...from() } });
  const usual = await post(url, { format });
  const fallbacks = await metric(url, 'store_fallback_total');
  begin(connection);
  const address = from();
  const first = await post(url, { format, headers: address });
  const again = await post(url, { format, headers: address });
  const seen = await post(url, { format, headers: { authorization: `Bearer ${known}`, ...from() } });
  const unseen = await post(url, { format, headers: { authorization: `Bearer ${unknown}`, ...from() } });
  const malformed = await post(url, { format, headers: { authorization: 'Bearer nothing', ...from() } });
  const before = system.provider.requests.length;
  const played = await post(url, { format, playFrom: newAddress() });
  const calls = system.provider.requests.length - before;
  const health = await get(url, '/health');
  const counted = (await metric(url, 'store_fallback_total')) > fallbacks;
  end(connection);
  await settled(async () => ((await post(url, { format, playFrom: newAddress() })).status === 200 ? [] : ['away']), 15_000);
  const after = await post(url, { format, headers: { authorization: `Bearer ${unknown}`, ...from() } });
  const playFrom = newAddress();
  const back = await post(url, { format, playFrom });
  const [charged] = await openedStore.sql(`SELECT used::int FROM quota WHERE client = '${playFrom}'`);
  return {
    'rate, at once again': `${first.status} ${again.status}`,
    'key just seen': seen.status,
    'key not seen': unseen.status,
    'no key at all': malformed.status,
    playground: played.status,
    'its calls': calls,
    '/health': health.status,
    'counted as without the store': counted,
    'back: key not seen': after.status,
    'back: playground': back.status,
    'back: charged': Number(charged?.['used'] ?? 0),
    ms: Math.max(0, first.ms - usual.ms),
  };
}

const from = () => ({ 'x-forwarded-for': newAddress() });

async function connectStore({ url, pid, instances }: StoreServer, connections = 10): Promise<StoreConnection> {
  const openedStore = await postgresStore(url);
  const relay = await openRelay(Number(new URL(url).port));
  const address = new URL(openedStore.address);
  address.port = String(relay.port);
  address.searchParams.set('connections', String(connections));
  const env = { VOUCH_STORE: address.href, VOUCH_RATE_LIMIT: '1' };
  const system = await openTestSystem({ providerSetup: openai, instances, openedStore, env });
  return {
    system,
    openedStore,
    relay,
    known: await newKey(address.href),
    unknown: generateKey(),
    freeze: () => signal(pid, 'SIGSTOP'),
    thaw: () => signal(pid, 'SIGCONT'),
  };
}

async function newKey(address: string): Promise<string> {
  const store = openStore(address);
  const make = () => createKey(store.keys, { label: 'outages' });
  try {
    // A busy machine may cause one late answer.
    return (await make().catch(make)).key;
  } finally {
    await store.close();
  }
}

/** PostgreSQL is absent at start and comes up later. */
async function bootsWithout(table: OutageTable): Promise<void> {
  const server = newServer(await freePort());
  const system = await openTestSystem({ providerSetup: openai, env: { VOUCH_STORE: server.url }, warm: false });
  const { url = '' } = system.instances[0] ?? {};
  try {
    await table.row(
      {
        row: 'PostgreSQL is down at boot',
        where: 'pdf docx, openai, 1',
        expected: {
          '/livez': 200,
          '/readyz': 503,
          '/health': 503,
          'key of the environment, pdf': 200,
          docx: 200,
          playground: 503,
          'when it comes': 200,
        },
      },
      async () => {
        const [alive, ready, health] = await Promise.all(
          ['/livez', '/readyz', '/health'].map(async (path) => (await get(url, path)).status),
        );
        const [pdf, docx] = [await post(url, { format: 'pdf' }), await post(url, { format: 'docx' })];
        const played = await post(url, { playFrom: newAddress() });
        await server.start();
        await settled(async () => ((await get(url, '/readyz')).status === 200 ? [] : ['not ready']), 15_000);
        return {
          '/livez': alive ?? 0,
          '/readyz': ready ?? 0,
          '/health': health ?? 0,
          'key of the environment, pdf': pdf.status,
          docx: docx.status,
          playground: played.status,
          'when it comes': (await post(url, { playFrom: newAddress() })).status,
        };
      },
    );
  } finally {
    await system.close();
    await server.remove();
  }
}

/** The pool has two connections, and both wait for a lock held by another session. */
async function poolUsedUp(table: OutageTable, url: string): Promise<void> {
  const connection = await connectStore({ url, pid: 0, instances: 1 }, 2);
  const { system, openedStore } = connection;
  const { url: address = '' } = system.instances[0] ?? {};
  try {
    for (const format of formats)
      await table.row(
        {
          row: 'the pool is used up',
          where: `${format}, openai, 1`,
          expected: { playground: '503 503 503', calls: 0, 'with a key meanwhile': 200, afterwards: 200 },
          within: [450, 1_500],
        },
        async () => {
          const before = system.provider.requests.length;
          await openedStore.sql('BEGIN');
          await openedStore.sql('LOCK TABLE quota');
          const played = await Promise.all([1, 2, 3].map(() => post(address, { format, playFrom: newAddress() })));
          const calls = system.provider.requests.length - before;
          const keyed = await post(address, { format, headers: from() });
          await openedStore.sql('ROLLBACK');
          await sleep(100);
          const afterwards = await post(address, { format, playFrom: newAddress() });
          return {
            playground: played.map(({ status }) => status).join(' '),
            calls,
            'with a key meanwhile': keyed.status,
            afterwards: afterwards.status,
            ms: Math.max(...played.map(({ ms }) => ms)),
          };
        },
        system.leftovers,
      );
  } finally {
    await system.close();
    connection.relay.close();
    await openedStore.close();
  }
}
