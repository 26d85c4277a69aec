import { setTimeout as sleep } from 'node:timers/promises';
import { dial, formats, get, metric } from '../caller.js';
import { openai, openTestSystem, settled, type TestSystem } from '../test-system.js';
import type { OutageSetup } from './setup.js';

/** Callers that disconnect early. */
export async function clientRows({ table, fast, store }: OutageSetup): Promise<void> {
  for (const instances of fast ? [1] : [1, 3]) {
    const openedStore = await store(instances);
    const system = await openTestSystem({ providerSetup: openai, instances, openedStore, env: openedStore.env });
    try {
      for (const format of formats) {
        const where = `${format}, openai, ${instances}`;
        const aborts = fast ? 20 : 250;
        await table.row(
          {
            row: 'gone while uploading',
            where,
            expected: { uploads: aborts, calls: 0, 'descriptors flat': true, '499 in the log': aborts, '/health': 200 },
          },
          () => goneWhileUploading(system, { format, aborts }),
          system.leftovers,
        );
        const hangUps = fast ? 5 : 250;
        await table.row(
          { row: 'gone while extracting', where, expected: { callers: hangUps, 'provider sockets closed': hangUps }, within: [0, 100] },
          () => goneWhileExtracting(system, { format, hangUps }),
          system.leftovers,
        );
        await table.row(
          { row: 'half a body, then the sender’s end', where, expected: { status: 400, calls: 0 }, within: [0, 1_000] },
          () => halfBody(system, format),
          system.leftovers,
        );
        await table.row(
          { row: 'half closed while extracting', where, expected: { calls: 1, 'provider socket': 'closed' }, within: [0, 100] },
          () => halfClosed(system, format),
          system.leftovers,
        );
      }
    } finally {
      await system.close();
      await openedStore.close();
    }
  }
}

type Of = Pick<Parameters<typeof dial>[1], 'format'>;

const pick = (system: TestSystem, index: number) => {
  const instance = system.instances[index % system.instances.length];
  if (!instance) throw new Error('there is no instance');
  return instance;
};

async function goneWhileUploading(system: TestSystem, { format, aborts }: Of & { readonly aborts: number }) {
  const before = system.provider.requests.length;
  const rest = system.instances.map((instance) => instance.descriptors());
  const counted = async () =>
    (await Promise.all(system.instances.map(({ url }) => metric(url, 'client_abort_total')))).reduce((a, b) => a + b, 0);
  const gone = await counted();
  for (let batch = 0; batch < aborts; batch += 20) {
    const sockets = await Promise.all(
      Array.from({ length: Math.min(20, aborts - batch) }, (_, index) =>
        dial(pick(system, index).port, { format, part: Math.random() * 0.9 }),
      ),
    );
    await settled(async () => ((await inflight(system)) < sockets.length ? ['not all begun'] : []));
    for (const socket of sockets) socket.resetAndDestroy();
  }
  await settled(async () => ((await counted()) - gone < aborts ? ['not all seen'] : []));
  const flat = await settled(async () =>
    system.instances.flatMap((instance, index) => (instance.descriptors() > (rest[index] ?? 0) + 5 ? ['more'] : [])),
  );
  return {
    uploads: aborts,
    calls: system.provider.requests.length - before,
    'descriptors flat': flat.length === 0,
    '499 in the log': (await counted()) - gone,
    '/health': (await get(pick(system, 0).url, '/health')).status,
  };
}

const inflight = async ({ instances }: TestSystem): Promise<number> =>
  (await Promise.all(instances.map(({ url }) => metric(url, 'extract_inflight')))).reduce((sum, count) => sum + count, 0);

/** The longest time from the disconnect of a caller to the end of the socket at the provider. */
async function goneWhileExtracting(system: TestSystem, { format, hangUps }: Of & { readonly hangUps: number }) {
  system.provider.answer(() => undefined);
  let [closed, longest] = [0, 0];
  for (let caller = 0; caller < hangUps; caller += 1) {
    const asked = await asking(system, { format, caller });
    const left = performance.now();
    asked.socket.destroy();
    while (!asked.request.gone() && performance.now() - left < 2_000) await sleep(1);
    if (asked.request.gone()) closed += 1;
    longest = Math.max(longest, performance.now() - left);
  }
  return { callers: hangUps, 'provider sockets closed': closed, ms: longest };
}

/** Starts a caller and waits until its document is at the provider. */
async function asking(system: TestSystem, { format, caller }: Of & { readonly caller: number }) {
  const { provider } = system;
  const before = provider.requests.length;
  const socket = await dial(pick(system, caller).port, { format });
  const until = performance.now() + 10_000;
  while (provider.requests.length === before && performance.now() < until) await sleep(1);
  const request = provider.requests.at(-1);
  if (!request || provider.requests.length === before) throw new Error('the provider was not asked');
  return { socket, request };
}

async function halfBody(system: TestSystem, format: Of['format']) {
  const before = system.provider.requests.length;
  const socket = await dial(pick(system, 0).port, { format, part: 0.5 });
  const began = performance.now();
  socket.end();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(5_000)]);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? 0);
  return { status, calls: system.provider.requests.length - before, ms: performance.now() - began };
}

/** A half-closed connection counts as gone, because it cannot be told from a real disconnect. */
async function halfClosed(system: TestSystem, format: Of['format']) {
  system.provider.answer(() => undefined);
  const before = system.provider.requests.length;
  const { socket, request } = await asking(system, { format, caller: 0 });
  const left = performance.now();
  socket.end();
  while (!request.gone() && performance.now() - left < 2_000) await sleep(1);
  const ms = performance.now() - left;
  socket.destroy();
  return { calls: system.provider.requests.length - before, 'provider socket': request.gone() ? 'closed' : 'open', ms };
}
