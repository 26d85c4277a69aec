import { at, textAt } from '../llm/reply/at.js';
import type { Assembly } from '../llm/stream/answered-body.js';

/** Puts the events of a streamed conversation together. Tokens come after the end. */
export function converseStream(): Assembly {
  const texts: string[] = [];
  let stopReason: string | undefined;
  let usage: unknown;
  return {
    add(event) {
      stopReason = textAt(event, 'messageStop', 'stopReason') ?? stopReason;
      usage = at(event, 'metadata', 'usage') ?? usage;
      const text = textAt(event, 'contentBlockDelta', 'delta', 'text');
      if (text) texts.push(text);
      return text ?? (at(event, 'contentBlockDelta', 'delta', 'reasoningContent') === undefined ? undefined : '');
    },
    body: () =>
      stopReason === undefined ? undefined : { stopReason, usage, output: { message: { content: [{ text: texts.join('') }] } } },
  };
}
