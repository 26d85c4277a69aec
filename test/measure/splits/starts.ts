import { possibleStarts } from '../../../core/evidence/judges/document-starts.js';
import type { Document } from '../../../core/index.js';
import { DocumentIndex, documentStarts } from '../../../core/text.js';
import { type JoinedFile, startsOf } from './joined-file.js';

/** The first pages of documents that are found in a file, and those that are only possible ones. */
export interface FoundStarts {
  readonly starts: readonly number[];
  readonly possible: readonly number[];
  readonly pages: number;
}

export function startsIn(document: Document): FoundStarts {
  const index = new DocumentIndex(document);
  const starts = documentStarts(index).map(({ page }) => page);
  return { starts, possible: possibleStarts(index).map(({ page }) => page), pages: document.pages.length };
}

/** Starts by what became of them. */
export interface StartFigures {
  readonly met: number;
  readonly doubted: number;
  readonly lost: number;
  readonly extra: number;
}

/** Of all starts but the first, which everybody finds. Those that are lost are doubted at best. */
export function figuresOf(file: JoinedFile, { starts: found, possible }: FoundStarts): StartFigures {
  const starts = startsOf(file).slice(1);
  const met = starts.filter((start) => found.includes(start)).length;
  const doubted = starts.filter((start) => possible.includes(start)).length;
  return { met, doubted, lost: starts.length - met, extra: found.length - 1 - met };
}
