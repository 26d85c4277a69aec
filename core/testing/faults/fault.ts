import type { SourceFile } from '../../index.js';
import type { FaultExhibit } from './exhibits/exhibit.js';
import type { FaultSheet } from './exhibits/sheet.js';
import type { Random } from './random.js';

/** A reading into which one fault was planted. */
export interface Planted {
  readonly sheet: FaultSheet;
  /** Paths, in the new sheet, of values that are no longer right; empty when something is missing. */
  readonly targets: readonly string[];
  /** How the rows were changed, so that they no longer match those of the truth one by one. */
  readonly about?: string;
  /** The truth of each row of the new sheet, where they are no longer those of the exhibit; null for a row that the document does not have. */
  readonly rows?: FaultExhibit['rows'];
  /** The changed document, when the fault is in the document. */
  readonly file?: SourceFile;
}

/**
 * When a fault counts as caught. `leaves`: a target is below the threshold. `lines`: any row value or the subtotal is. `page`: the page is
 * corrected, an issue says so, and the right value keeps its score. `tax`: as `lines`, or the sum of the lines cannot be verified. Source:
 * evidence.md §15.
 */
export type CatchStandard = 'leaves' | 'lines' | 'page' | 'tax';

export interface Fault {
  /** As numbered in evidence.md §15; from 27 on in the order in which they came. */
  readonly number: number;
  readonly name: string;
  readonly standard: CatchStandard;
  /** Every variant of the fault that the document allows, picked at random where there are many; empty when the fault does not apply. */
  plant(exhibit: FaultExhibit, random: Random): Promise<readonly Planted[]> | readonly Planted[];
}
