import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { consent } from '../../../../server/cli/doctor/live.js';
import type { Terminal } from '../../../../server/cli/terminal.js';

const spendings = [{ label: 'openai:m', tokens: 1200 }];

/** Consent at a terminal at which a person types this. */
async function typed(answer: string): Promise<string> {
  let said = '';
  const stdin = Object.assign(Readable.from([answer]), { isTTY: true });
  const write = (text: string) => (said += text);
  const terminal: Terminal = { env: {}, cwd: '/', stdin, stdout: { write }, stderr: { write }, exit: () => undefined };
  await consent(spendings, { currency: undefined, yes: false }, terminal);
  return said;
}

describe('consent at a terminal', () => {
  it('is given by a yes, after the most is said', async () => {
    expect(await typed('y\n')).toBe('openai:m: one sample invoice, at most 1,200 tokens; its price is not configured\nSend it? [y/N] ');
  });

  it.each(['n\n', '\n', ''])('is not given by %j', async (answer) => {
    await expect(typed(answer)).rejects.toThrow('Nothing was sent: it was not confirmed.');
  });
});
