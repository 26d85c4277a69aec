import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../../../plugins/sandbox/watch-process.js';
import { good } from '../../server/hostile/files.js';
import type { ReceivedAnswer } from '../../server/support/conformity.js';
import { quantile } from '../bench/clock.js';
import { key } from '../bench/server.js';
import { textTable } from '../eval/figures/text-table.js';
import { judged, posted } from './answered.js';
import { type FuzzTarget, openTarget } from './target.js';

/** Limits that must hold while a folder of hostile files is posted. */
const bar = { healthMs: 250, grownMb: 50 } as const;

/** Names and types that a client may claim; only the bytes may count. */
const guises = [
  ['document.pdf', 'application/pdf'],
  ['letter.docx', 'text/plain'],
  ['../../etc/passwd', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['', ''],
  ['a.exe', 'image/png'],
] as const;

interface FileRow {
  readonly name: string;
  /** The category of the first answer. */
  readonly answer: string;
  readonly aloneMs: number;
  readonly tenMs: number;
  readonly faults: readonly string[];
}

/**
 * Posts each file under several names and types, alone and ten at once beside good documents. Returns the report and whether all limits
 * held.
 */
export async function tryFiles(folder: string): Promise<{ readonly text: string; readonly holds: boolean }> {
  const target = await openTarget('recognizers: []\n');
  await warmUp(folder, target);
  const before = residentMb(target.pid()) ?? 0;
  const health = watchHealth(await target.url());
  const rows: FileRow[] = [];
  let most = before;
  for (const name of filesIn(folder)) {
    rows.push(await tryFile(name, readFileSync(join(folder, name)), target));
    most = Math.max(most, residentMb(target.pid()) ?? 0);
    process.stderr.write(`${name}\n`);
  }
  const times = await health.stop();
  // The next documents let the garbage collector run.
  for (let calm = 0; calm < 10; calm += 1) await goodFaults(target);
  const after = residentMb(target.pid()) ?? 0;
  const deaths = target.deaths();
  await target.close();
  return reportOf(rows, { times, before, after, most, deaths });
}

/** Posts ten good documents as large as the largest file at once, so that memory for size alone is not blamed on hostile files. */
async function warmUp(folder: string, target: FuzzTarget): Promise<void> {
  const largest = Math.max(...filesIn(folder).map((name) => statSync(join(folder, name)).size));
  const padded = Buffer.concat([good.pdf, Buffer.from('%'.padEnd(Math.max(1, largest - good.pdf.length)))]);
  for (let round = 0; round < 2; round += 1) await Promise.all(Array.from({ length: 10 }, () => post(padded, guises[0], target)));
  for (let round = 0; round < 6; round += 1) await goodFaults(target);
}

const filesIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => !/\.(?:csv|md|mjs)$/.test(name));

async function tryFile(name: string, bytes: Uint8Array, target: FuzzTarget): Promise<FileRow> {
  const answers: ReceivedAnswer[] = [];
  const started = performance.now();
  for (const guise of guises) answers.push(await post(bytes, guise, target));
  const aloneMs = performance.now() - started;
  const ten = Array.from({ length: 10 }, (_, index) => post(bytes, guises[index % guises.length] ?? guises[0], target));
  const beside = Promise.all(Array.from({ length: 5 }, () => goodFaults(target)));
  const begun = performance.now();
  answers.push(...(await Promise.all(ten)));
  const tenMs = performance.now() - begun;
  const outcomes = answers.map((answer) => judged(answer, ['EXTRACTION_FAILED']));
  const said = new Set(answers.filter((answer) => !ranOutOfTime(answer)).map(timeless));
  const faults = [
    ...outcomes.flatMap(({ faults: each }) => each),
    ...(said.size > 1
      ? [`${said.size} different answers to the same bytes: ${[...said].map((one) => one.slice(0, 200)).join(' | ')}`]
      : []),
    ...(await beside).flat().map((fault) => `beside it: ${fault}`),
    ...(await goodFaults(target)).map((fault) => `right after it: ${fault}`),
  ];
  const [first] = answers;
  return { name, answer: first ? shortly(first) : 'none', aloneMs, tenMs, faults: [...new Set(faults)] };
}

function post(bytes: Uint8Array, [name, type]: readonly [string, string], target: FuzzTarget): Promise<ReceivedAnswer> {
  const form = new FormData();
  form.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}}}');
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  return target.url().then((url) => posted(url, key, form));
}

/** Posts a good document of each kind, which must be read whatever else is going on. */
async function goodFaults(target: FuzzTarget): Promise<readonly string[]> {
  const answers = await Promise.all([good.pdf, good.docx].map((bytes) => post(bytes, guises[0], target)));
  return answers.flatMap(({ status, text }) =>
    status === 200 && JSON.parse(text).object?.total === 120 ? [] : [`a good document is ${status} ${text.slice(0, 200)}`],
  );
}

/** A timeout is the one answer that may differ, because a busy machine may need longer for the same bytes. */
const ranOutOfTime = ({ text }: ReceivedAnswer): boolean => text.includes('took more time than');

const timeless = ({ status, text }: ReceivedAnswer): string => `${status} ${text.replace(/"processing_time_ms":\d+/, '')}`;

function shortly({ status, text }: ReceivedAnswer): string {
  const { detail, error, object } = JSON.parse(text);
  if (status !== 200) return `${status} ${detail}`;
  return error ? error.message.replace(' could not be read: ', ': ') : `read, total ${object.total}`;
}

/** Measures `/health` repeatedly; an answer other than 200 counts as infinite. */
function watchHealth(url: string) {
  const times: number[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      const started = performance.now();
      const { ok } = await fetch(`${url}/health`);
      times.push(ok ? performance.now() - started : Number.POSITIVE_INFINITY);
      await sleep(20);
    }
  })();
  return {
    async stop(): Promise<readonly number[]> {
      going = false;
      await watching;
      return times;
    },
  };
}

interface FilesRun {
  readonly times: readonly number[];
  readonly before: number;
  readonly after: number;
  readonly most: number;
  readonly deaths: number;
}

function reportOf(rows: readonly FileRow[], { times, before, after, most, deaths }: FilesRun) {
  const health = quantile(times, 0.99);
  const grown = after - before;
  const broken = rows.filter(({ faults }) => faults.length > 0);
  const held = broken.length === 0 && deaths === 0 && health < bar.healthMs && grown < bar.grownMb;
  const lines = rows.map(({ name, answer, aloneMs, tenMs, faults }) => [
    name.slice(0, 44),
    answer.slice(0, 76).padEnd(76),
    `${Math.round(aloneMs / guises.length)} ms`,
    `${Math.round(tenMs)} ms`,
    faults.length === 0 ? '' : 'BROKEN',
  ]);
  const text = [
    ...textTable([['file', 'answer'.padEnd(76), 'alone', 'ten at once', ''], ...lines]),
    '',
    `${rows.length} files, ${rows.length * (guises.length + 10)} uploads, ${broken.length} broken, ${deaths} deaths`,
    `/health: p99 ${health.toFixed(0)} ms of ${times.length}, slowest ${Math.max(...times).toFixed(0)} ms (aim: p99 < ${bar.healthMs} ms)`,
    `memory of the API process: ${before.toFixed(0)} MB after ten good documents as large as the largest, ${after.toFixed(0)} MB after all, ${most.toFixed(0)} MB at most (aim: it grows by < ${bar.grownMb} MB)`,
    ...broken.flatMap(({ name, faults }) => [`${name}:`, ...faults.map((fault) => `  ${fault}`)]),
    '',
  ].join('\n');
  return { text, holds: held };
}
