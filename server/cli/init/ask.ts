import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '../../../core/index.js';
import type { Terminal } from '../output/terminal.js';
import type { InitAnswers, InitQuestion, questions } from './questions.js';

/** Asks the questions at a terminal. Without a terminal, the first answer of each question is taken. */
export async function ask(asked: typeof questions, { stdin, stderr }: Terminal): Promise<InitAnswers> {
  if (!('isTTY' in stdin && stdin.isTTY === true)) {
    return { models: firstChoice(asked.models), host: firstChoice(asked.host), store: firstChoice(asked.store) };
  }
  const output = new Writable({ write: (chunk, _, done) => done(void stderr.write(String(chunk))) });
  const prompt = createInterface({ input: stdin, output });
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  try {
    const choose = chooser(prompt, closed.signal);
    return { models: await choose(asked.models), host: await choose(asked.host), store: await choose(asked.store) };
  } catch (cause) {
    throw closed.signal.aborted ? new ConfigError('Not all questions were answered; nothing is written.', [], { cause }) : cause;
  } finally {
    prompt.close();
  }
}

function firstChoice<T>({ text, choices }: InitQuestion<T>): T {
  const [choice] = choices;
  if (!choice) throw new RangeError(`"${text}" has no answers to choose from`);
  return choice.value;
}

/** Asks until the answer is a number of the list. An empty answer takes the first choice. */
const chooser =
  (prompt: Interface, signal: AbortSignal) =>
  async <T>({ text, choices }: InitQuestion<T>): Promise<T> => {
    const list = choices.map(({ says }, index) => `  ${index + 1}  ${says}\n`).join('');
    for (;;) {
      const answer = (await prompt.question(`${text}\n${list}[1] `, { signal })).trim();
      const chosen = answer === '' ? choices[0] : choices[Number(answer) - 1];
      if (chosen) return chosen.value;
    }
  };
