import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { key, type ServerProcess, startVouch } from '../../bench/server.js';
import { textTable } from '../../eval/figures/text-table.js';
import { judged, posted } from '../answered.js';
import { type LargeShape, shapes } from './shapes.js';

/** What one upload may do: hold every other caller up for so long, and let the process that answers grow to so much. */
const bar = { heldMs: 250, mb: 300 } as const;

/** How much of it a shape has; the largest file that may be uploaded ends a shape. */
const counts = [3_000, 30_000, 100_000, 300_000, 3_000_000] as const;
const largestBytes = 10 * 2 ** 20;

const properties = {
  ...Object.fromEntries(['invoice_number', 'seller_name', 'iban', 'currency'].map((name) => [name, { type: 'string' }])),
  ...Object.fromEntries(['invoice_date', 'due_date'].map((name) => [name, { type: 'string', format: 'date' }])),
  ...Object.fromEntries(['subtotal', 'tax', 'total'].map((name) => [name, { type: 'number' }])),
  line_items: {
    type: 'array',
    items: { type: 'object', properties: { description: { type: 'string' }, quantity: { type: 'number' }, amount: { type: 'number' } } },
  },
};
const schema = JSON.stringify({ type: 'object', required: ['total'], properties });

/** What one upload of a shape did. */
interface LargeRow {
  readonly shape: LargeShape;
  readonly count: number;
  readonly bytes: number;
  readonly answer: string;
  /** The longest that the event loop did not turn, in ms of its processor. */
  readonly heldMs: number;
  /** The longest that `/livez` took, in ms. */
  readonly livezMs: number;
  /** The most resident memory of the process that answers. */
  readonly mb: number;
  readonly faults: readonly string[];
}

/** Posts each shape larger and larger, one file at a time. Returns the report and whether all limits held. */
export async function tryLarge(only?: string): Promise<{ readonly text: string; readonly holds: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-large-'));
  const watched = join(folder, 'held');
  const watch = { NODE_OPTIONS: `--import=${new URL('loop-watch.js', import.meta.url).href}`, LOOP_WATCH: watched };
  const server = await startVouch('converters: [pdf, docx, xlsx, eml, einvoice]\nrecognizers: []\n', watch);
  try {
    const rows: LargeRow[] = [];
    for (const shape of shapes.filter(({ kind, what }) => only === undefined || `${kind} ${what}`.includes(only)))
      for (const count of counts) {
        const bytes = await made(shape, count);
        if (!bytes || bytes.length > largestBytes) break;
        rows.push(await tryOne({ shape, count, bytes }, server, watched));
        process.stderr.write(`${line(rows.at(-1)).join('  ')}\n`);
      }
    return reportOf(rows);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined where the text in a compressed file would be longer than any can be here. */
async function made({ make }: LargeShape, count: number): Promise<Uint8Array | undefined> {
  try {
    return await make(count);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function tryOne(
  { shape, count, bytes }: { readonly shape: LargeShape; readonly count: number; readonly bytes: Uint8Array },
  { url, pid }: ServerProcess,
  watched: string,
): Promise<LargeRow> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  process.kill(pid, 'SIGUSR2');
  await sleep(30);
  const health = watchHealth(url);
  const form = new FormData();
  form.set('output_schema', schema);
  form.set('enable_verification', 'true');
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'large');
  const outcome = judged(await posted(url, key, form), ['EXTRACTION_FAILED']);
  const livezMs = await health.stop();
  await sleep(30);
  const mb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  return { shape, count, bytes: bytes.length, ...outcome, livezMs, mb, heldMs: Number(readFileSync(watched, 'utf8')) };
}

/** Asks whether the server lives, all the time. */
function watchHealth(url: string) {
  const state = { going: true, longest: 0 };
  const watching = (async () => {
    while (state.going) {
      const started = performance.now();
      await (await fetch(`${url}/livez`)).arrayBuffer();
      state.longest = Math.max(state.longest, performance.now() - started);
      await sleep(5);
    }
  })();
  return {
    async stop(): Promise<number> {
      state.going = false;
      await watching;
      return state.longest;
    },
  };
}

const line = (row?: LargeRow): readonly string[] =>
  row
    ? [
        row.shape.kind,
        row.shape.what,
        row.count.toLocaleString('en'),
        `${(row.bytes / 2 ** 20).toFixed(1)} MB`,
        row.answer,
        `${row.heldMs} ms`,
        `${Math.round(row.livezMs)} ms`,
        `${Math.round(row.mb)} MB`,
        row.faults.length > 0 ? 'BROKEN' : '',
      ]
    : [];

function reportOf(rows: readonly LargeRow[]) {
  const worst = [...Map.groupBy(rows, ({ shape }) => shape).values()].map((all) => all.toSorted((a, b) => b.heldMs - a.heldMs)[0]);
  const kinds = [...Map.groupBy(rows, ({ shape }) => shape.kind)].map(([kind, all]) => {
    const most = (of: (row: LargeRow) => number): number => Math.round(Math.max(...all.map(of)));
    return [kind, String(all.length), `${most((row) => row.heldMs)} ms`, `${most((row) => row.livezMs)} ms`, `${most((row) => row.mb)} MB`];
  });
  const broken = rows.filter(({ faults }) => faults.length > 0);
  const text = [
    ...textTable(
      [['kind', 'longest at', 'count', 'size', 'answer', 'held', '/livez', 'memory', ''], ...worst.map((row) => [...line(row)])].map(
        ([kind, ...others]) => [kind ?? '', ...others],
      ),
    ),
    '',
    ...textTable([['kind', 'uploads', 'held', '/livez', 'memory'], ...kinds]),
    `aim: held and /livez ≤ ${bar.heldMs} ms, memory ≤ ${bar.mb} MB`,
    ...broken.flatMap(({ shape, count, faults }) => faults.map((fault) => `${shape.kind}, ${shape.what}, ${count}: ${fault}`)),
    '',
  ].join('\n');
  return { text, holds: broken.length === 0 && rows.every(({ heldMs, mb }) => heldMs <= bar.heldMs && mb <= bar.mb) };
}
