import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../../fakes/llm-server.js';
import { formats, get, metric, newAddress, post } from '../caller.js';
import { startInstance } from '../instance.js';
import type { OutageTable } from '../table.js';
import { openai, openTestSystem, settled, total } from '../test-system.js';
import type { OutageSetup } from './setup.js';

/** Faults of a machine: full disks and clock changes. */
export async function machineRows({ table, fast, store }: OutageSetup): Promise<void> {
  if (table.wants(logIsFull)) await fullLog(table);
  if (table.wants(diskIsFull)) await fullDisk(table);
  if (!fast) for (const instances of [1, 3]) await clockJumps(table, instances, store);
}

const logIsFull = 'disk full: log (/dev/full)';
const diskIsFull = 'disk full: state and temporary files';

/** The kernel refuses each line of the log: no space left on device. */
async function fullLog(table: OutageTable): Promise<void> {
  const start = (options: Parameters<typeof startInstance>[0]) => startInstance({ ...options, stdout: '/dev/full' });
  const system = await openTestSystem({ providerSetup: openai, start });
  const [instance] = system.instances;
  try {
    await table.row(
      {
        row: logIsFull,
        where: 'pdf docx, openai, 1',
        expected: { answers: '200 × 20', '/health': 200, 'lines counted as lost': true, 'exit code after SIGTERM': 0 },
      },
      async () => {
        const { url = '', ended } = instance ?? {};
        system.provider.answer(openai.setting.reply([total]));
        const answers = [];
        for (let call = 0; call < 20; call += 1) answers.push(await post(url, { format: formats[call % 2] ?? 'pdf' }));
        const health = await get(url, '/health');
        const lost = await metric(url, 'log_lost_total');
        instance?.signal('SIGTERM');
        const end = await Promise.race([ended, sleep(10_000, ['still there after 10 s'] as const)]);
        return {
          answers: `200 × ${answers.filter(({ read }) => read).length}`,
          '/health': health.status,
          'lines counted as lost': lost >= 20,
          'exit code after SIGTERM': end?.[0] ?? 'none',
        };
      },
    );
  } finally {
    await system.close();
  }
}

/** State and temporary files are on a full file system of 1 MB. */
async function fullDisk(table: OutageTable): Promise<void> {
  const row = diskIsFull;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-outages-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return table.impossible({ row, where: 'pdf docx, openai, 1', expected: {} }, mounted.stderr?.trim() || 'there is no mount');
  }
  const env = { VOUCH_STORE: `sqlite:${join(folder, 'vouch.db')}`, VOUCH_RATE_LIMIT: '1', TMPDIR: folder };
  const system = await openTestSystem({ providerSetup: openai, env });
  const { url = '' } = system.instances[0] ?? {};
  try {
    for (const format of formats)
      await table.row(
        {
          row,
          where: `${format}, openai, 1`,
          expected: {
            'with a key': 200,
            playground: '503 + Retry-After',
            '/readyz': 503,
            '/livez': 200,
            'when there is room again': 200,
          },
        },
        async () => {
          fill(folder);
          await untilRefused(() => post(url, { format, playFrom: newAddress() }));
          const keyed = await post(url, { format });
          const played = await post(url, { format, playFrom: newAddress() });
          const ready = await get(url, '/readyz');
          const alive = await get(url, '/livez');
          rmSync(join(folder, 'filler'));
          const after = await settled(async () => ((await post(url, { format })).status === 200 ? [] : ['503']), 5_000);
          return {
            'with a key': keyed.status,
            playground: refusalOf(played),
            '/readyz': ready.status,
            '/livez': alive.status,
            'when there is room again': after.length === 0 ? 200 : 503,
          };
        },
        system.leftovers,
      );
  } finally {
    await system.close();
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

const refusalOf = ({ status, retryAfter }: { readonly status: number; readonly retryAfter: string }): string =>
  `${status}${retryAfter && ' + Retry-After'}`;

/** Fills the file system. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'filler'), Buffer.alloc(Number(bavail) * Number(bsize)));
}

/** Free space in half-filled pages may suffice for a few more writes. */
async function untilRefused(ask: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let call = 0; call < 500; call += 1) if ((await ask()).status === 503) return;
}

const library = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`).find(existsSync);
const silent: Handler = () => undefined;

/** The clock jumps forward and back by 26 h during a request; the clock of the store only where it is the same machine. */
async function clockJumps(table: OutageTable, instances: number, store: OutageSetup['store']): Promise<void> {
  const row = 'clock jumps by 26 h';
  const where = `pdf docx, openai, ${instances}`;
  if (!library) return table.impossible({ row, where, expected: {} }, 'libfaketime is not installed (apt-get install faketime)');
  const openedStore = await store(instances);
  const folder = mkdtempSync(join(tmpdir(), 'vouch-outages-clock-'));
  const file = join(folder, 'time');
  const jump = (offset: string): void => writeFileSync(file, `${offset}\n`);
  jump('+0');
  const fake = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  const system = await openTestSystem({
    providerSetup: openai,
    instances,
    openedStore,
    env: { ...openedStore.env, ...fake, VOUCH_DEADLINE_MS: '3000' },
  });
  const { url = '' } = system.instances[0] ?? {};
  const shared = instances > 1;
  try {
    for (const offset of ['+26h', '-26h'])
      await table.row(
        {
          row: `${row} (${offset})`,
          where,
          expected: {
            'in flight': 'TIMEOUT_ERROR TIMEOUT_ERROR',
            'server’s day moved': true,
            'playground’s day': shared ? 'the store’s' : 'the machine’s',
          },
          within: [2_990, 3_500],
        },
        async () => {
          jump('+0');
          const playFrom = newAddress();
          system.provider.answer(openai.setting.reply([total]));
          await post(url, { playFrom });
          system.provider.answer(silent);
          const began = performance.now();
          const waiting = Promise.all(formats.map((format) => post(url, { format })));
          await sleep(1_000);
          jump(offset);
          const codes = (await waiting).map(({ code }) => code);
          const ms = performance.now() - began;
          const { body } = await get(url, '/health');
          const moved = Math.abs(Date.parse(String((body as { timestamp?: string }).timestamp)) - Date.now()) > 20 * 3_600_000;
          const left = await leftToday(url, playFrom);
          jump('+0');
          return {
            'in flight': codes.join(' '),
            'server’s day moved': moved,
            'playground’s day': left === 10 ? 'the machine’s' : 'the store’s',
            ms,
          };
        },
        system.leftovers,
      );
  } finally {
    await system.close();
    await openedStore.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function leftToday(url: string, address: string): Promise<number> {
  const { body } = await get(url, '/playground/state', { 'x-forwarded-for': address });
  return (body as { credits: { left: number } }).credits.left;
}
