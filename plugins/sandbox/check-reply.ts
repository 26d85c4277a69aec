import type { ChildReply, RefusalReason } from './protocol.js';

/** Whether a message of a child is a reply. It may be anything where a file has taken the parser over; the content is its plugin's to check. */
export function isReply(message: unknown): message is ChildReply {
  if (!isRecord(message)) return false;
  if (message['kind'] === 'content') return 'content' in message;
  const { kind, refusal } = message;
  return (
    kind === 'refusal' &&
    isRecord(refusal) &&
    isReason(refusal['reason']) &&
    isCount(refusal['count']) &&
    isCount(refusal['attachment']) &&
    isOrigin(refusal['origin'])
  );
}

/** Whether a message is about the task of this name, and not a belated word about another one. */
export const isNamed = (message: unknown, name: string): boolean => isRecord(message) && message['name'] === name;

export const isReady = (message: unknown): boolean => isRecord(message) && message['kind'] === 'ready';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The table is complete, so that no reason of a child is taken for a reply of the wrong shape. */
const reasons: Readonly<Record<RefusalReason, true>> = {
  encrypted: true,
  'no-pages': true,
  unreadable: true,
  pages: true,
  inflated: true,
  part: true,
  parts: true,
  attachments: true,
  elements: true,
  paragraphs: true,
  dots: true,
  dtd: true,
  levels: true,
  memory: true,
  time: true,
  crash: true,
};
const isReason = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(reasons, value);
const isCount = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value);

/** It is logged, so it must have the form that `serve` gives it and no text of a document. */
const isOrigin = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /^\w{1,60}(?: at [\w .:-]{1,100})?$/.test(value));
