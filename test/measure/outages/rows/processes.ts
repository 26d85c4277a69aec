import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../../fakes/llm-server.js';
import { paragraph, rawDocx } from '../../../plugins/converters/raw-docx.js';
import { pdfs } from '../../../server/hostile/files.js';
import { pagesOf } from '../../bench/documents.js';
import { type CallerFormat, formats, get, metric, newAddress, post } from '../caller.js';
import { startInstance } from '../instance.js';
import type { OutageFacts, OutageTable } from '../table.js';
import { openai, openTestSystem, settled, type TestSystem, total } from '../test-system.js';
import type { OpenStore, OutageSetup } from './setup.js';

/** Processes that are killed, paused or terminated. */
export async function processRows({ table, fast, store }: OutageSetup): Promise<void> {
  for (const instances of fast ? [1] : [1, 3]) {
    const openedStore = await store(instances);
    const env = { ...openedStore.env, VOUCH_DRAIN_MS: '1000' };
    const system = await openTestSystem({ providerSetup: openai, instances, openedStore, env });
    try {
      await parsers(system, table, fast);
      await stall(system, table);
      await killed({ system, openedStore, env }, table, fast);
      await terminated(system, openedStore, table);
    } finally {
      await system.close();
      await openedStore.close();
    }
  }
}

/** Documents that keep a parser busy. All differ, because a document that crashed two parsers is refused. */
const heavy: Readonly<Record<CallerFormat, (nonce: number) => Promise<Uint8Array>>> = {
  pdf: async (nonce) => Buffer.concat([pagesOf(60), Buffer.from(`\n% ${nonce}`)]),
  docx: (nonce) => rawDocx(Array.from({ length: 1_500 }, (_, row) => paragraph(`Line ${row} of ${nonce}`)).join('')),
};

async function parsers(system: TestSystem, table: OutageTable, fast: boolean): Promise<void> {
  const { instances, provider, leftovers } = system;
  for (const [index, format] of formats.entries()) {
    const instance = instances[index % instances.length];
    if (!instance) return;
    const { url } = instance;
    const where = `${format}, openai, ${instances.length}`;
    const tried = async (kill: (again: number) => boolean): Promise<OutageFacts> => {
      const before = provider.requests.length;
      provider.answer(openai.setting.reply([{ path: '$.total', value: null, quote: null }]));
      let over = false;
      const answer = post(url, { file: await heavy[format](Math.random()) }).finally(() => {
        over = true;
      });
      await sleep(60);
      for (let again = 0; !over && kill(again); again += 1) {
        for (const child of instance.children()) killIfThere(child);
        await sleep(10);
      }
      const { status, code, credits } = await answer;
      return { status, code, credits: code ? (credits ?? 'none') : 'as usual', calls: provider.requests.length - before };
    };
    await table.row(
      { row: 'kill -9 of the parsers, once', where, expected: { status: 200, code: '', credits: 'as usual', calls: 1 } },
      () => tried((again) => again < 1),
      leftovers,
    );
    await table.row(
      {
        row: 'kill -9 of every parser there is',
        where,
        expected: { status: 200, code: 'EXTRACTION_FAILED', credits: 0, calls: 0 },
        within: [0, 5_000],
      },
      () => tried(() => true),
      leftovers,
    );
  }
  if (fast) return;
  const bomb = pdfs.find(({ name }) => name === 'a page that unpacks to 600 MiB')?.bytes;
  const { url = '' } = instances[0] ?? {};
  await table.row(
    {
      row: 'a file that fills a parser’s memory, twice',
      where: `pdf, openai, ${instances.length}`,
      expected: { answers: 'EXTRACTION_FAILED EXTRACTION_FAILED', credits: '0 0', calls: 0, 'parsers lost': 1, 'second in 100 ms': true },
      within: [0, 20_000],
    },
    async () => {
      const [before, lost] = [provider.requests.length, await metric(url, 'parser_child_kills_total')];
      const [first, second] = [await post(url, { file: bomb ?? Buffer.of() }), await post(url, { file: bomb ?? Buffer.of() })];
      return {
        answers: `${first.code} ${second.code}`,
        credits: `${first.credits} ${second.credits}`,
        calls: provider.requests.length - before,
        'parsers lost': (await metric(url, 'parser_child_kills_total')) - lost,
        'second in 100 ms': second.ms < 100 || Math.round(second.ms),
      };
    },
    leftovers,
  );
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Pauses the process for 3 s, like a blocked event loop or a machine that sleeps. */
async function stall({ instances, provider, leftovers }: TestSystem, table: OutageTable): Promise<void> {
  const [instance] = instances;
  if (!instance) return;
  await table.row(
    {
      row: 'event loop stalls for 3 s',
      where: `pdf docx, openai, ${instances.length}`,
      expected: { 'callers meanwhile': '200 200', 'probe afterwards': 200, 'the other instances meanwhile': 'well' },
      within: [2_900, 5_000],
    },
    async () => {
      provider.answer(openai.setting.reply([total]));
      const began = performance.now();
      instance.signal('SIGSTOP');
      const waiting = Promise.all(formats.map((format) => post(instance.url, { format })));
      const others = await Promise.all(instances.slice(1).map(({ url }) => post(url)));
      await sleep(3_000 - (performance.now() - began));
      instance.signal('SIGCONT');
      const statuses = (await waiting).map(({ status, retryAfter }) => (status === 503 && retryAfter ? '503 + Retry-After' : status));
      const ms = performance.now() - began;
      return {
        'callers meanwhile': statuses.join(' '),
        'probe afterwards': (await get(instance.url, '/livez')).status,
        'the other instances meanwhile': others.every(({ read }) => read) ? 'well' : 'not well',
        ms,
      };
    },
    leftovers,
  );
}

const silent: Handler = () => undefined;

interface Victim {
  readonly system: TestSystem;
  readonly openedStore: OpenStore;
  readonly env: Readonly<Record<string, string>>;
}

/** Kills extra instances during playground requests; another instance continues with their store. */
async function killed({ system, openedStore, env }: Victim, table: OutageTable, fast: boolean): Promise<void> {
  const { provider, instances } = system;
  const { url = '' } = instances[0] ?? {};
  // A hundred over both setups, fast enough for the lease of the first even on a busy machine.
  const kills = fast ? 2 : 50;
  const callers = Array.from({ length: kills }, newAddress);
  await table.row(
    {
      row: 'kill -9 of an instance at work',
      where: `pdf docx, openai, ${instances.length}`,
      expected: { kills, 'callers without an answer': kills, 'held until the lease ends': kills, charged: 0, 'the others': 'well' },
    },
    async () => {
      provider.answer(silent);
      let unanswered = 0;
      for (let begun = 0; begun < kills; begun += atOnce) {
        const batch = callers.slice(begun, begun + atOnce);
        const victims = await Promise.all(
          batch.map(() => startInstance({ config: configOf(provider.url), env: { ...env, VOUCH_DEADLINE_MS: '60000' } })),
        );
        const before = provider.requests.length;
        const answers = victims.map((victim, index) =>
          post(victim.url, { format: formats[index % 2] ?? 'pdf', playFrom: batch[index] ?? '' }),
        );
        await settled(async () => (provider.requests.length - before >= batch.length ? [] : ['not all asked']), 15_000);
        await Promise.all(victims.map((victim) => victim.remove()));
        unanswered += (await Promise.all(answers)).filter(({ status }) => status === 0).length;
      }
      const held = await openedStore.holds();
      let charged = 0;
      for (const caller of callers) charged += await openedStore.used(caller);
      provider.answer(openai.setting.reply([total]));
      const others = await post(url);
      return {
        kills,
        'callers without an answer': unanswered,
        'held until the lease ends': held,
        charged,
        'the others': others.read ? 'well' : 'not well',
      };
    },
    async () => (fast ? [] : leasesEnd(openedStore)),
  );
}

/** Number of instances that start, work and are killed together. */
const atOnce = 5;

const configOf = (url: string): object => ({ tiers: openai.tiers(url), witnesses: [], recognizers: [] });

/** A lease ends a minute after the deadline, and the next sweep removes it. */
const leasesEnd = (openedStore: OpenStore): Promise<readonly string[]> =>
  settled(async () => ((await openedStore.holds()) === 0 ? [] : [`${await openedStore.holds()} holds after their lease`]), 220_000);

/** Terminates every instance while 50 callers wait, some of them in the playground. */
async function terminated({ provider, instances }: TestSystem, openedStore: OpenStore, table: OutageTable): Promise<void> {
  await table.row(
    {
      row: 'SIGTERM with 50 in flight',
      where: `pdf docx, openai, ${instances.length}`,
      expected: { answers: '200 × 50', '/readyz': 503, 'exit codes': instances.map(() => 0).join(' '), holds: 0 },
      within: [1_000, 60_000],
    },
    async () => {
      const reply = openai.setting.reply([total]);
      provider.answer(async (request, response) => {
        await sleep(1_500);
        await reply(request, response);
      });
      const asked = provider.requests.length;
      const callers = Array.from({ length: 50 }, (_, index) =>
        post(instances[index % instances.length]?.url ?? '', {
          format: formats[index % 2] ?? 'pdf',
          ...(index % 5 === 0 && { playFrom: newAddress() }),
        }),
      );
      await settled(async () => (provider.requests.length - asked >= 50 ? [] : ['not all asked']), 15_000);
      const began = performance.now();
      for (const instance of instances) instance.signal('SIGTERM');
      await sleep(100);
      const ready = await get(instances[0]?.url ?? '', '/readyz');
      const answers = await Promise.all(callers);
      const ends = await Promise.all(instances.map(({ ended }) => ended));
      const counts = Map.groupBy(answers, ({ status, message }) => `${status}${message && ` ${message}`}`);
      return {
        answers: [...counts].map(([answer, same]) => `${answer} × ${same.length}`).join(', '),
        '/readyz': ready.status,
        'exit codes': ends.map(([code]) => code).join(' '),
        holds: await openedStore.holds(),
        ms: performance.now() - began,
      };
    },
  );
}
