import { createHash } from 'node:crypto';
import { InputError } from '../../../../core/index.js';

/**
 * The unseen third of the sources is measured but never inspected, so that it shows whether rules made with the other two thirds hold for
 * new ones.
 */
export type Third = 'seen' | 'unseen';

/** Chosen by the first byte of the SHA-256 of the source modulo 3, so that no seen document shares its layout with an unseen one. */
export const thirdOf = (source: string): Third => ((createHash('sha256').update(source).digest()[0] ?? 0) % 3 === 0 ? 'unseen' : 'seen');

/** All documents, or those of one third. @throws InputError when there is no such third. */
export function only<T extends { readonly third: Third | null }>(third: string | undefined, documents: readonly T[]): readonly T[] {
  if (third === undefined) return documents;
  if (third !== 'seen' && third !== 'unseen') throw new InputError(`--third must be seen or unseen, not "${third}"`);
  return documents.filter((document) => document.third === third);
}
