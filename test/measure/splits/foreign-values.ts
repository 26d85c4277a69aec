import type { Document, DocumentOutcome, Outcome } from '../../../core/index.js';
import { DocumentIndex, squash } from '../../../core/text.js';
import { type JoinedFile, partAt } from './joined-file.js';

/** Values of an answer that reach the threshold. */
export interface AcceptedValues {
  readonly accepted: number;
  /** Those that only another document states than the one they are said to be of, each as a line. */
  readonly foreign: readonly string[];
}

const threshold = 0.85;

/** A result is said to be of the document on its first page. A value of a row is foreign by its page, another where its document does not print it as well. */
export function acceptedValues(outcome: Outcome, file: JoinedFile, document: Document): AcceptedValues {
  const results: readonly (DocumentOutcome & { readonly pages?: readonly number[] })[] = outcome.documents ?? [outcome];
  const index = new DocumentIndex(document);
  const printedIn = ({ from, to }: { readonly from: number; readonly to: number }): string =>
    squash(
      index.pages.flatMap(({ page, rows }) => (page.number >= from && page.number <= to ? rows.map(({ text }) => text) : [])).join(' '),
    );
  const values = results.flatMap(({ draft, pages = [1] }) => {
    const owner = partAt(file, pages[0] ?? 1);
    const accepted = (draft?.fields ?? []).filter(({ value, score, page }) => value !== null && page !== undefined && score >= threshold);
    return accepted.map((field) => {
      const isOwn = owner && field.page !== undefined && partAt(file, field.page) === owner;
      const isPrinted = owner && !field.path.includes('[') && printedIn(owner).includes(squash(field.text ?? ''));
      return { field, owner, isForeign: !isOwn && !isPrinted };
    });
  });
  return {
    accepted: values.length,
    foreign: values.flatMap(({ field, owner, isForeign }) =>
      isForeign ? [`${owner?.document.id}: ${field.path} (${field.score}) from page ${field.page} of ${file.name}`] : [],
    ),
  };
}
