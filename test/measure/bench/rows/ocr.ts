import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cashReceipt, french, german, severalTaxRates } from '../../../fixtures/documents.js';
import type { Invoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { type Pose, pdfOf, photographs } from '../../../fixtures/pdf/photograph.js';
import { quantile } from '../clock.js';
import { stageTimes } from '../post.js';
import { atMost, type BenchFigure, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** A page that is a picture, both looks: photographs of print, beside the `tesseract` command on the same pictures. */
export const ocr: BenchRow = {
  name: 'OCR',
  async measure({ rounds }) {
    const vouch = await startVouch();
    try {
      await look(await photograph(0), vouch.url);
      const looks: Look[] = [];
      for (let number = 1; number <= Math.max(scenes.length, rounds); number += 1)
        looks.push(await look(await photograph(number), vouch.url));
      return { figures: figuresOf(looks) };
    } finally {
      await vouch.stop();
    }
  },
};

interface Scene {
  readonly print: () => Invoice;
  readonly pose: Pose;
}

/** Receipts and invoices as they lie on a table: nearly upright, turned, on their side. */
const scenes: readonly [Scene, ...Scene[]] = [
  { print: () => cashReceipt(), pose: { turn: 1.2, tilt: 0.05, shade: 0.35, noise: 5 } },
  { print: () => french(), pose: { turn: -2.5, tilt: 0.08, shade: 0.4, noise: 6 } },
  { print: () => german(), pose: { turn: 90.8, tilt: 0.04, shade: 0.3, noise: 4 } },
  { print: () => severalTaxRates(), pose: { turn: 0.4, tilt: 0.1, shade: 0.45, noise: 7 } },
];

/** The photograph with this number. No two are alike, because a server remembers what it has read. */
async function photograph(number: number): Promise<Uint8Array> {
  const { print, pose } = scenes[number % scenes.length] ?? scenes[0];
  const [jpeg = new Uint8Array()] = await photographs(await invoicePdf(print()), { ...pose, turn: pose.turn + 0.05 * number });
  return jpeg;
}

/** Milliseconds. */
interface Look {
  readonly first: number;
  readonly second: number;
  readonly whole: number;
  /** Undefined where the command is not installed. */
  readonly command: number | undefined;
}

async function look(jpeg: Uint8Array, url: string): Promise<Look> {
  const { ocr: first = 0, 'ocr-2': second = 0, total: whole = 0 } = await stageTimes(url, await pdfOf([jpeg]));
  return { first, second, whole, command: commandTime(jpeg) };
}

function commandTime(jpeg: Uint8Array): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  try {
    const picture = join(folder, 'page.jpg');
    writeFileSync(picture, jpeg);
    const start = performance.now();
    return spawnSync('tesseract', [picture, '-'], { stdio: 'ignore' }).status === 0 ? performance.now() - start : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function figuresOf(looks: readonly Look[]): readonly BenchFigure[] {
  const [first, second, whole] = [looks.map((one) => one.first), looks.map((one) => one.second), looks.map((one) => one.whole)];
  return [
    {
      name: 'a photographed page, HTTP to JSON, p50',
      measured: milliseconds(quantile(whole, 0.5)),
      aim: atMost(quantile(whole, 0.5), 4_000, '<= 4 s'),
    },
    { name: '… p90', measured: milliseconds(quantile(whole, 0.9)), aim: atMost(quantile(whole, 0.9), 8_000, '<= 8 s') },
    { name: '… of which the first look, p50 and p90', measured: halfAndMost(first) },
    { name: '… of which the second look, p50 and p90', measured: halfAndMost(second) },
    besideCommand(looks),
  ];
}

const halfAndMost = (times: readonly number[]): string => `${milliseconds(quantile(times, 0.5))}, ${milliseconds(quantile(times, 0.9))}`;

function besideCommand(looks: readonly Look[]): BenchFigure {
  const name = 'first look : the `tesseract` command, p50 and p90';
  const ratios = looks.flatMap(({ first, command }) => (command === undefined ? [] : [first / command]));
  if (ratios.length === 0) return { name, measured: 'the command is not installed' };
  const [half, most] = [quantile(ratios, 0.5), quantile(ratios, 0.9)];
  return { name, measured: `${half.toFixed(1)} x, ${most.toFixed(1)} x`, aim: atMost(half, 2, '<= 2 x') };
}
