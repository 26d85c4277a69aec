import { at, listAt, textAt } from '../llm/reply/at.js';
import type { Assembly } from '../llm/stream/answered-body.js';
import { reported } from '../llm/stream/stream-failure.js';

const endings = ['response.completed', 'response.incomplete', 'response.failed'];

/** Takes the response that a stream of the Responses API ends with; compatible servers leave the text out of it that they have sent before. */
export function responsesStream(label: string): Assembly {
  const texts: string[] = [];
  let ended: unknown;
  return {
    add(event) {
      const type = textAt(event, 'type') ?? '';
      const code = textAt(event, 'code') ?? textAt(event, 'error', 'code') ?? 'error';
      if (type === 'error') throw reported(label, { code, begun: texts.length > 0, error: event });
      if (endings.includes(type)) ended = at(event, 'response');
      if (type.startsWith('response.reasoning') && type.endsWith('.delta')) return '';
      if (type !== 'response.output_text.delta') return undefined;
      const text = textAt(event, 'delta') ?? '';
      texts.push(text);
      return text;
    },
    body: () =>
      ended !== undefined && texts.length > 0 && listAt(ended, 'output').length === 0
        ? { ...Object(ended), output: [{ content: [{ type: 'output_text', text: texts.join('') }] }] }
        : ended,
  };
}
