import { setTimeout } from 'node:timers/promises';
import { type FakeProvider, perfectReading, startFakeProvider } from '../../bench/fake-provider.js';
import { begin, goodCall, type LoadCall, send } from '../call.js';
import { type Fleet, startFleet } from '../fleet.js';
import { type LoadLine, type LoadRow, none } from '../row.js';
import { slowMs } from '../slow.js';
import { healthLines, type ProcessSample, sample, watched } from '../watch.js';

const aborts = 1_000;
/** Long enough that some callers leave while the provider works and others get an answer. */
const withinMs = 6_000;
const origin = 'https://load.example.com';
const env = { VOUCH_PLAYGROUND_ORIGINS: origin, VOUCH_TRUSTED_PROXIES: '127.0.0.1/32' };

/** Callers with and without a key abort at any moment; nothing started for them may remain. */
export const aborted: LoadRow = {
  name: 'aborts',
  usual: { seconds: 0, rate: 8 },
  async run({ rate }) {
    const provider = await startFakeProvider(await perfectReading(), slowMs);
    const fleet = await startFleet({ config: provider.config, shared: true, env });
    try {
      await send(fleet.url, goodCall);
      const before = await sampleOf(fleet);
      const { seen } = await watched(fleet.servers, () => hangUps(fleet.url, rate));
      const { requests } = provider.received();
      const left = await remains(fleet, { provider, before });
      const after = await send(fleet.url, goodCall);
      return [
        {
          what: `aborts: ${aborts} callers hang up within ${withinMs / 1_000} s, ${rate} a second`,
          observed: `${requests} had reached the provider`,
        },
        ...left,
        none('… failures of a good document right after', after.status === 200 ? 0 : 1),
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
      provider.close();
    }
  },
};

/** Every other caller has no key, and its own address. */
function callOf(index: number): LoadCall {
  if (index % 2 === 0) return goodCall;
  const { authorization: _, ...headers } = goodCall.headers;
  return { ...goodCall, path: '/v1/playground', headers: { ...headers, origin, 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` } };
}

async function hangUps(url: string, rate: number): Promise<void> {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: aborts }, async (_, index) => {
      await setTimeout(Math.max(0, began + (index * 1_000) / rate - performance.now()));
      const request = begin(url, callOf(index));
      await setTimeout((index * 1_597) % withinMs);
      request.destroy();
    }),
  );
}

const sampleOf = ({ servers: [server] }: Fleet): Promise<ProcessSample> => {
  if (!server) throw new Error('a fleet has a server');
  return sample(server);
};

interface HeldBefore {
  readonly provider: FakeProvider;
  readonly before: ProcessSample;
}

/** Counts what remains after there was time to clean up. */
async function remains(fleet: Fleet, { provider, before }: HeldBefore): Promise<readonly LoadLine[]> {
  for (let round = 0; round < 100 && (provider.pending() > 0 || (await holds(fleet)) > 0); round += 1) await setTimeout(100);
  await setTimeout(1_000);
  const now = await sampleOf(fleet);
  const { pending } = provider;
  return [
    none('… requests still open at the provider', pending()),
    none('… credits still held', await holds(fleet)),
    none('… children more than before', Math.max(0, now.children - Math.max(before.children, mostChildren))),
    none(
      '… descriptors left',
      Math.max(0, now.descriptors - before.descriptors - spare),
      `${before.descriptors} before, ${now.descriptors} after`,
    ),
  ];
}

/** Two parsers and two OCR processes of each kind may stay ready; connections to store and provider stay open, too. */
const mostChildren = 4;
const spare = 30;

async function holds({ schema }: Fleet): Promise<number> {
  const [found] =
    (await schema?.sql<{ held: number }>('SELECT (SELECT count(*) FROM hold)::int + coalesce(sum(held), 0)::int AS held FROM quota')) ?? [];
  return found?.held ?? 0;
}
