import { at, listAt, textAt } from '../llm/reply/at.js';
import type { Assembly } from '../llm/stream/answered-body.js';
import { reported } from '../llm/stream/stream-failure.js';

/** Puts the chunks of a streamed answer together: each is a body with a part of the text, the last one says why it ends. */
export function generateStream(label: string): Assembly {
  const texts: string[] = [];
  let promptFeedback: unknown;
  let finishReason: string | undefined;
  let usageMetadata = {};
  return {
    add(event) {
      const error = at(event, 'error');
      if (error) throw reported(label, { code: (textAt(error, 'status') ?? 'error').toLowerCase(), begun: texts.length > 0, error });
      const candidate = listAt(event, 'candidates')[0];
      promptFeedback = at(event, 'promptFeedback') ?? promptFeedback;
      finishReason = textAt(candidate, 'finishReason') ?? finishReason;
      usageMetadata = { ...usageMetadata, ...Object(at(event, 'usageMetadata')) };
      return said(listAt(candidate, 'content', 'parts'), texts);
    },
    body: () => {
      if (finishReason === undefined && at(promptFeedback, 'blockReason') === undefined) return undefined;
      const candidate = { finishReason, content: { parts: [{ text: texts.join('') }] } };
      return { ...(finishReason ? { candidates: [candidate] } : {}), promptFeedback, usageMetadata };
    },
  };
}

function said(parts: readonly unknown[], texts: string[]): string | undefined {
  if (parts.length === 0) return undefined;
  const text = parts.map((part) => (at(part, 'thought') === true ? '' : (textAt(part, 'text') ?? ''))).join('');
  texts.push(text);
  return text;
}
