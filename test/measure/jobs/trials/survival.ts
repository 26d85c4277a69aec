import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allJobs, ask, endOf, otherKey, send, several, type TrialAnswer, upload } from '../caller.js';
import type { Fleet, FleetTerms } from '../fleet.js';
import { openReceiver, type TrialReceiver } from '../receiver.js';
import { type SmallDisk, smallDisk } from '../small-disk.js';
import type { StoreKind, TrialStore } from '../store.js';
import type { JobsTrial, TrialEffort, TrialLine } from '../trial.js';
import { withFleet } from '../with-fleet.js';

/** The share of readings in which the provider fails. */
const failing = 0.1;
const slowMs = 150;
/** How long the last messages may take after the last job. */
const tellingMs = 180_000;
/** How long a run may hold credits that nobody gives back. */
const leasesMs = 180_000;

interface Trouble {
  readonly fleet: Fleet;
  readonly store: TrialStore;
}

const survivalOf = (
  terms: Pick<JobsTrial, 'name' | 'does' | 'stores' | 'usual'>,
  trouble: (parts: Trouble) => Promise<unknown>,
): JobsTrial => ({
  ...terms,
  run: (effort, kind) =>
    withFleet(kind, processesFor(kind), async ({ fleet, store }) => {
      const receiver = await openReceiver();
      try {
        return await survive({ fleet, store, receiver, effort }, () => trouble({ fleet, store }));
      } finally {
        await receiver.close();
      }
    }),
});

/** Three servers that leave the work to three workers; a file has one process. */
function processesFor(kind: StoreKind): FleetTerms {
  const settings = { webhookNetworks: ['127.0.0.0/8'] };
  if (kind === 'sqlite') return { servers: 1, slowMs, failing, settings };
  return { servers: 3, workers: 3, slowMs, failing, settings, ofServers: { work: 0 } };
}

export const kills = survivalOf(
  {
    name: 'kills',
    does: 'kills one process after the other without a word, while the provider fails in a tenth of the readings',
    stores: ['postgres', 'sqlite'],
    usual: { jobs: 500, kills: 25, everyMs: 3_000 },
  },
  ({ fleet }) => fleet.killOne(),
);

export const crashes = survivalOf(
  {
    name: 'crashes',
    does: 'ends PostgreSQL as a crash would and starts it two seconds later, again and again',
    stores: ['postgres'],
    usual: { jobs: 300, kills: 5, everyMs: 8_000 },
  },
  ({ store }) => store.crash(2_000),
);

/** Enough for the tables and all documents that wait at once. */
const diskMb = 24;
const fullMs = 6_000;

export const full: JobsTrial = {
  name: 'full',
  does: `leaves no room on the disk of the tables for ${fullMs / 1_000} seconds, again and again (as root)`,
  stores: ['postgres', 'sqlite'],
  usual: { jobs: 300, kills: 5, everyMs: 6_000 },
  async run(effort, kind) {
    const disk = smallDisk(diskMb);
    try {
      return await withFleet(kind, { ...processesFor(kind), disk }, async ({ fleet, store }) => {
        const receiver = await openReceiver();
        const refused = new Map<string, number>();
        try {
          const lines = await survive({ fleet, store, receiver, effort }, () => whileFull(fleet, disk, refused));
          return [...lines, refusals(refused)];
        } finally {
          await receiver.close();
        }
      });
    } finally {
      disk.remove();
    }
  },
};

/** Sends documents, of a key that nobody else has, until nothing more fits, and goes on as long as the disk is full. */
async function whileFull(fleet: Fleet, disk: SmallDisk, refused: Map<string, number>): Promise<void> {
  disk.fill();
  for (const until = performance.now() + fullMs; performance.now() < until; await sleep(50)) {
    const answer = await fetch(`${fleet.url}/v1/files`, { ...sentFile(), headers: { authorization: `Bearer ${otherKey}` } });
    const { id } = (await answer.json()) as Partial<TrialAnswer>;
    if (answer.status === 201) await send(`${fleet.url}/v1/files/${id}`, { method: 'DELETE' }, otherKey);
    const kind = `${answer.status}${answer.headers.has('retry-after') ? ' + Retry-After' : ''}`;
    refused.set(kind, (refused.get(kind) ?? 0) + 1);
  }
  disk.free();
}

function sentFile(): RequestInit {
  const body = new FormData();
  body.set('file', new Blob([randomBytes(500_000)]), 'invoice.pdf');
  return { method: 'POST', body };
}

function refusals(answers: ReadonlyMap<string, number>): TrialLine {
  const told = [...answers].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const others = [...answers.keys()].filter((kind) => kind !== '201' && kind !== '503 + Retry-After');
  return {
    what: 'documents that were sent while the disk was full',
    goal: '503 with Retry-After, none taken in by half',
    measured: told,
    met: others.length === 0 && answers.has('503 + Retry-After'),
  };
}

interface Survival {
  readonly fleet: Fleet;
  readonly store: TrialStore;
  readonly receiver: TrialReceiver;
  readonly effort: TrialEffort;
}

/** Enqueues, waits for each job, and counts. */
async function survive(
  { fleet, store, receiver, effort: { jobs, kills: most = 0, everyMs = 1_000 } }: Survival,
  trouble: () => Promise<unknown>,
): Promise<readonly TrialLine[]> {
  const began = performance.now();
  const webhook = await receiver.register(fleet);
  const over = new AbortController();
  const troubling = repeatedly({ most, everyMs, over: over.signal }, trouble);
  const ids = new Set(
    await several(jobs, 4, async (at) => (await ask(fleet, '/v1/jobs', { request: upload({ webhook }, `job-${at}`) })).id),
  );
  const ended: Record<string, number> = {};
  let [credits, runs, right] = [0, 0, 0];
  for (const id of ids) {
    const job = await endOf(fleet, id);
    ended[job.status] = (ended[job.status] ?? 0) + 1;
    credits += job.credits;
    runs += job.runs;
    right += Number(job.result?.object?.['total'] === 120);
  }
  over.abort();
  const troubles = await troubling;
  const ms = performance.now() - began;
  await receiver.waitFor(ids.size, tellingMs);
  const listed = (await allJobs(fleet)).length;
  const [used, held] = [await store.count('SELECT sum(used) FROM quota'), await heldAfterLeases(store)];
  const told = receiver.told();
  return [
    {
      what: `${jobs} jobs through ${troubles} of them (${runs} runs, ${Math.round(ms / 1_000)} s)`,
      goal: 'every job ends once, with its result',
      measured: `${JSON.stringify(ended)}, ${right} right, ${listed} listed`,
      met: ended['done'] === jobs && right === jobs && listed === jobs,
    },
    {
      what: 'credits',
      goal: 'exact',
      measured: `${credits} in the answers, ${used} charged, ${held} held once the leases of killed runs are over`,
      met: credits === used && held === 0,
    },
    {
      what: 'webhooks',
      goal: 'each job told at least once, under one id, verified',
      measured: `${told.ids} ids in ${told.messages} messages, ${told.refused} refused`,
      met: told.ids === jobs && told.refused === 0,
    },
  ];
}

interface Rhythm {
  readonly most: number;
  readonly everyMs: number;
  readonly over: AbortSignal;
}

/** How many times it was done. */
async function repeatedly({ most, everyMs, over }: Rhythm, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  while (done < most && !over.aborted) {
    await sleep(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) break;
    await work();
    done += 1;
  }
  return done;
}

/** What a killed run held beyond what its job does is free again when its lease is over. */
async function heldAfterLeases({ kind, count }: TrialStore): Promise<number> {
  const held = () => count(`SELECT count(*) FROM hold WHERE lease_until > ${kind === 'sqlite' ? Date.now() : 'now()'}`);
  for (const until = performance.now() + leasesMs; performance.now() < until && (await held()) > 0; ) await sleep(1_000);
  return held();
}
