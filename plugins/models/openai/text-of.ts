import { at, textAt } from '../llm/reply/at.js';

/** The text of a message or of a part of it. Models that think answer in a list of parts on some servers; undefined where there is none. */
export const textOf = (content: unknown): string | undefined =>
  Array.isArray(content)
    ? content.map((part) => (at(part, 'type') === 'text' ? (textAt(part, 'text') ?? '') : '')).join('')
    : textAt({ content }, 'content');
