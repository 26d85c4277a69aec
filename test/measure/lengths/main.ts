import { parseArgs } from 'node:util';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { textTable } from '../eval/figures/text-table.js';
import { longInvoice } from './long-invoice.js';
import { type LengthFigures, type LengthTerms, measureLength } from './measure-length.js';

const usage = `npm run lengths -- [--rate N] [--first N] [--at-once N]

Reads long tables through a server whose only model is a stand-in on this machine. It streams what is printed on the pages that it is shown.
  --rate N      tokens a second of each stream; 80 when absent
  --first N     milliseconds to the first token; 1000 when absent
  --at-once N   windows that are read at a time; 8 when absent
`;

/** Rows, rows a page, and the seconds that it may take at the usual pace. */
const lengths = [
  [900, 30, 45],
  [3_200, 40, 120],
] as const;

await command(main);

async function main(): Promise<void> {
  const terms = given();
  const rows: string[][] = [];
  for (const [count, each, seconds] of lengths) {
    const invoice = longInvoice(count, each);
    process.stderr.write(`${invoice.name} …\n`);
    rows.push([invoice.name, ...figuresOf(await measureLength(invoice, terms)), `≤ ${seconds} s`]);
    const own = { ...terms, tokensPerSecond: Number.POSITIVE_INFINITY, firstTokenMs: 0 };
    rows.push(['… from a provider that takes no time', ...figuresOf(await measureLength(invoice, own)), '']);
  }
  process.stdout.write(
    [
      `${terms.tokensPerSecond} tokens a second, ${terms.firstTokenMs} ms to the first one, ${terms.windowsAtOnce} windows at once`,
      '',
      ...textTable([['document', 'time', 'recall', 'gaps', 'calls', 'credits', 'own CPU', 'memory', '/livez at most', 'aim'], ...rows]),
      '',
    ].join('\n'),
  );
}

function given(): LengthTerms {
  const options = {
    rate: { type: 'string', default: '80' },
    first: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '8' },
  } as const;
  const { rate, first, 'at-once': atOnce } = parsed(usage, () => parseArgs({ options }).values);
  return {
    tokensPerSecond: wholeNumber('--rate', rate, 1),
    firstTokenMs: wholeNumber('--first', first, 0),
    windowsAtOnce: wholeNumber('--at-once', atOnce, 1),
    deadlineMs: 600_000,
  };
}

function figuresOf({
  seconds,
  recall,
  strange,
  gaps,
  error,
  calls,
  credits,
  cpuSeconds,
  memoryMb,
  livezMs,
}: LengthFigures): readonly string[] {
  const found = error ? JSON.stringify(error) : `${recall.toFixed(3)}${strange > 0 ? `, ${strange} rows not printed` : ''}`;
  return [
    `${seconds.toFixed(1)} s`,
    found,
    gaps.length === 0 ? 'none' : gaps.join('; '),
    String(calls),
    String(credits),
    `${cpuSeconds.toFixed(1)} s`,
    `${memoryMb.toFixed(0)} MB`,
    `${livezMs.toFixed(0)} ms`,
  ];
}
