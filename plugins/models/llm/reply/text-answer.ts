import type { Usage } from '../../../../core/index.js';
import type { ProviderReply } from '../provider.js';
import { unfinished } from '../request/failure.js';

/**
 * A finished answer with this text.
 * @throws ExtractionError when there is none: a model that says nothing is not asked the same again.
 */
export function textAnswer(text: string, label: string, usage: Usage | undefined): ProviderReply {
  if (text.trim() === '') throw unfinished(label, 'empty', { worked: true });
  return { kind: 'text', text, usage };
}
