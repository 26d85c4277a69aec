import { setTimeout as sleep } from 'node:timers/promises';
import { at, listAt } from '../../../core/values/at.js';
import { openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { readsPages } from '../../fakes/reads-pages.js';
import { streamed } from '../../fakes/streamed.js';
import { timed } from '../bench/clock.js';
import { post } from '../bench/post.js';
import { cpuMs, proportionalMb } from '../bench/process.js';
import { startVouch } from '../bench/server.js';
import { type LongInvoice, longSchema } from './long-invoice.js';

/** The stand-in provider's pace, and how it is asked. */
export interface LengthTerms {
  readonly tokensPerSecond: number;
  readonly firstTokenMs: number;
  readonly windowsAtOnce: number;
  readonly deadlineMs: number;
}

export interface LengthFigures {
  readonly seconds: number;
  /** The share of the printed rows that the answer has, every value right. */
  readonly recall: number;
  /** Rows of the answer that are not printed. */
  readonly strange: number;
  readonly credits: unknown;
  readonly calls: number;
  /** What an answer that is not whole says. */
  readonly gaps: readonly string[];
  readonly error: unknown;
  /** The server's own time on the processor, in seconds, and its most memory, in MB. */
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  /** The longest wait for `/livez`, in ms. */
  readonly livezMs: number;
}

/** Reads a document through a server of its own, whose only model is a stand-in that knows the document. */
export async function measureLength(invoice: LongInvoice, terms: LengthTerms): Promise<LengthFigures> {
  const provider = await startLlmServer({ record: false });
  let calls = 0;
  const answer = readsPages(invoice.truth, (text) => streamed(openaiReply(text), terms));
  provider.answer((request, response) => {
    calls += 1;
    return answer(request, response);
  });
  const server = await startVouch(configOf(provider.url, terms));
  const watch = watchLiveness(server.url, server.pid);
  try {
    const cpuBefore = cpuMs(server.pid);
    let body: unknown;
    const ms = await timed(async () => {
      body = (await post(server.url, invoice.file, longSchema)).body;
    });
    const cpuSeconds = (cpuMs(server.pid) - cpuBefore) / 1_000;
    return { seconds: ms / 1_000, cpuSeconds, calls, ...watch.figures(), ...judged(body, invoice) };
  } finally {
    watch.end();
    await server.stop();
    await provider.close();
  }
}

const configOf = (url: string, { windowsAtOnce, deadlineMs }: LengthTerms): string =>
  [
    `deadline_ms: ${deadlineMs}`,
    'tiers:',
    '  - use: openai',
    '    model: lengths',
    `    base_url: ${url}/v1`,
    '    api_key: none',
    `    windows_at_once: ${windowsAtOnce}`,
    '',
  ].join('\n');

function judged(body: unknown, { rows }: LongInvoice): Pick<LengthFigures, 'recall' | 'strange' | 'credits' | 'gaps' | 'error'> {
  const left = new Map<string, number>();
  for (const row of rows) left.set(row, (left.get(row) ?? 0) + 1);
  let found = 0;
  const given = listAt(body, 'object', 'line_items');
  for (const row of given) {
    const text = JSON.stringify(row);
    const count = left.get(text) ?? 0;
    if (count > 0) found += 1;
    left.set(text, count - 1);
  }
  const issues = listAt(body, 'object', '_meta', 'issues').map(String);
  return {
    recall: found / rows.length,
    strange: given.length - found,
    credits: at(body, 'metadata', 'credits'),
    gaps: issues.filter((issue) => issue.includes('not read')),
    error: at(body, 'error'),
  };
}

const everyMs = 50;

/** Asks `/livez` all the time, and looks at the memory. */
function watchLiveness(url: string, pid: number) {
  let [livezMs, memoryMb, ended] = [0, 0, false];
  const ask = async (): Promise<void> => {
    while (!ended) {
      const ms = await timed(() => fetch(`${url}/livez`).then((response) => response.text())).catch(() => 0);
      livezMs = Math.max(livezMs, ms);
      memoryMb = Math.max(memoryMb, proportionalMb(pid));
      await sleep(everyMs);
    }
  };
  void ask();
  return {
    figures: () => ({ livezMs, memoryMb }),
    end: () => {
      ended = true;
    },
  };
}
