import { createHash } from 'node:crypto';
import { InputError } from '../../../../core/index.js';

/** The unseen third of the issuers is measured, never looked at: rules that were made looking at the others have to hold for it, too. */
export type Third = 'seen' | 'unseen';

/** By the issuer, so that no document of the unseen third shares its layout with a seen one: the first byte of the name's SHA-256, modulo 3. */
export const thirdOf = (issuer: string): Third => ((createHash('sha256').update(issuer).digest()[0] ?? 0) % 3 === 0 ? 'unseen' : 'seen');

/** All documents, or those of one third. @throws InputError when there is no such third. */
export function only<T extends { readonly third: Third | null }>(third: string | undefined, documents: readonly T[]): readonly T[] {
  if (third === undefined) return documents;
  if (third !== 'seen' && third !== 'unseen') throw new InputError(`--third must be seen or unseen, not "${third}"`);
  return documents.filter((document) => document.third === third);
}
