import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '../../../core/index.js';
import type { Terminal } from '../output/terminal.js';
import { shown } from './live.js';
import type { LiveSpending } from './live-spending.js';

interface ConsentTerms {
  readonly currency: string | undefined;
  readonly yes: boolean;
}

/** Says what will be spent at most, and asks for a yes where none was given. @throws ConfigError without a yes */
export async function consent(
  spendings: readonly Omit<LiveSpending, 'part'>[],
  { currency, yes }: ConsentTerms,
  terminal: Terminal,
): Promise<void> {
  for (const { label, tokens, cost } of spendings) {
    const price = cost && currency !== undefined ? `${shown(cost)} ${currency}` : 'its price is not configured';
    terminal.stderr.write(`${label}: one sample invoice, at most ${tokens.toLocaleString('en')} tokens; ${price}\n`);
  }
  if (yes || spendings.length === 0) return;
  if (!('isTTY' in terminal.stdin && terminal.stdin.isTTY === true))
    throw new ConfigError('Nothing was sent: there is no terminal to confirm at. --yes confirms it.');
  if (!(await confirmed(terminal))) throw new ConfigError('Nothing was sent: it was not confirmed.');
}

async function confirmed({ stdin, stderr }: Terminal): Promise<boolean> {
  const output = new Writable({ write: (chunk, _, done) => done(void stderr.write(String(chunk))) });
  const prompt = createInterface({ input: stdin, output });
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  try {
    return /^y(es)?$/i.test((await prompt.question('Send it? [y/N] ', { signal: closed.signal })).trim());
  } catch (cause) {
    if (closed.signal.aborted) return false;
    throw cause;
  } finally {
    prompt.close();
  }
}
