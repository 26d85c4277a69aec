import { at, listAt, textAt } from '../llm/reply/at.js';
import type { Assembly } from '../llm/stream/answered-body.js';
import { reported } from '../llm/stream/stream-failure.js';
import { textOf } from './text-of.js';

/** Puts the chunks of a streamed chat completion together. Servers that stream without a finish reason end with `[DONE]`. */
export function chatStream(label: string): Assembly {
  const texts: string[] = [];
  const refusals: string[] = [];
  let finish: string | undefined;
  let usage: unknown;
  let done = false;
  return {
    add(event) {
      if (event === '[DONE]') done = true;
      const error = at(event, 'error');
      const code = textAt(error, 'code') ?? textAt(error, 'type') ?? 'error';
      if (error) throw reported(label, { code, begun: texts.length > 0, error });
      const choice = listAt(event, 'choices')[0];
      usage = at(event, 'usage') ?? usage;
      finish = textAt(choice, 'finish_reason') ?? finish;
      refusals.push(textAt(choice, 'delta', 'refusal') ?? '');
      return said(choice, texts);
    },
    body: () => {
      if (finish === undefined && !done) return undefined;
      const message = { content: texts.join(''), refusal: refusals.join('') || null };
      return { choices: [{ finish_reason: finish ?? null, message }], usage };
    },
  };
}

/** Servers disagree on where they put what a model thinks. */
function said(choice: unknown, texts: string[]): string | undefined {
  const content = at(choice, 'delta', 'content');
  const text = textOf(content);
  if (text) texts.push(text);
  const thought = textAt(choice, 'delta', 'reasoning_content') ?? textAt(choice, 'delta', 'reasoning');
  return text || (thought || Array.isArray(content) ? '' : undefined);
}
