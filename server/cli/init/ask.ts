import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '../../../core/index.js';
import type { Terminal } from '../output/terminal.js';
import type { InitAnswers, InitQuestion, questions } from './questions.js';

/** Asks one question after the other at a terminal; where there is none, each has its first answer. */
export async function ask(asked: typeof questions, { stdin, stderr }: Terminal): Promise<InitAnswers> {
  if (!('isTTY' in stdin && stdin.isTTY === true)) {
    return { models: firstChoice(asked.models), host: firstChoice(asked.host), store: firstChoice(asked.store) };
  }
  const output = new Writable({ write: (chunk, _, done) => done(void stderr.write(String(chunk))) });
  const desk = createInterface({ input: stdin, output });
  const left = new AbortController();
  desk.once('close', () => left.abort());
  try {
    const choose = chooser(desk, left.signal);
    return { models: await choose(asked.models), host: await choose(asked.host), store: await choose(asked.store) };
  } catch (cause) {
    throw left.signal.aborted ? new ConfigError('Not all questions were answered; nothing is written.', [], { cause }) : cause;
  } finally {
    desk.close();
  }
}

function firstChoice<T>({ text: asks, choices }: InitQuestion<T>): T {
  const [choice] = choices;
  if (!choice) throw new RangeError(`"${asks}" has no answers to choose from`);
  return choice.value;
}

/** Asks until a number of the list is said; nothing said is the first. */
const chooser =
  (desk: Interface, signal: AbortSignal) =>
  async <T>({ text: asks, choices }: InitQuestion<T>): Promise<T> => {
    const list = choices.map(({ says }, index) => `  ${index + 1}  ${says}\n`).join('');
    for (;;) {
      const answer = (await desk.question(`${asks}\n${list}[1] `, { signal })).trim();
      const chosen = answer === '' ? choices[0] : choices[Number(answer) - 1];
      if (chosen) return chosen.value;
    }
  };
