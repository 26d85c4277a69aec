import { at, textAt } from '../llm/reply/at.js';
import type { Assembly } from '../llm/stream/answered-body.js';
import { reported } from '../llm/stream/stream-failure.js';

/** Puts the events of a streamed message together. */
export function messageStream(label: string): Assembly {
  const texts: string[] = [];
  let usage = {};
  let ending: unknown;
  return {
    add(event) {
      const type = textAt(event, 'type');
      if (type === 'error')
        throw reported(label, { code: textAt(event, 'error', 'type') ?? 'error', begun: texts.length > 0, error: event });
      usage = { ...usage, ...stated(at(event, 'message', 'usage')), ...stated(at(event, 'usage')) };
      if (type === 'message_delta') ending = at(event, 'delta');
      if (type !== 'content_block_delta') return undefined;
      const text = textAt(event, 'delta', 'text');
      if (text) texts.push(text);
      return text ?? '';
    },
    body: () => (ending ? { ...Object(ending), content: [{ type: 'text', text: texts.join('') }], usage } : undefined),
  };
}

/** The last event counts only some tokens; what it does not count is null. */
const stated = (counts: unknown): object => Object.fromEntries(Object.entries(Object(counts)).filter(([, count]) => count !== null));
