import type { SourceFile } from '../../../core/index.js';
import type { FaultExhibit } from './exhibits/exhibit.js';
import type { FaultSheet } from './exhibits/sheet.js';
import type { Random } from './random.js';

/** A right reading with one fault in it. */
export interface Planted {
  readonly sheet: FaultSheet;
  /** The paths, in the new sheet, of what is no longer right; none where something is missing. */
  readonly targets: readonly string[];
  /** What was done to the rows, so that they no longer stand for those of the truth. */
  readonly about?: string;
  /** The document that is read, where the fault is in the document. */
  readonly file?: SourceFile;
}

/**
 * When a fault counts as caught. `leaves`: a target is below the threshold. `lines`: any leaf of a row or the subtotal is. `page`: the answer
 * names the right page, an issue says so, and the value, which is right, is not put in doubt by it. `tax`: as `lines`, or the sum of the lines cannot be verified. Source: evidence.md §15.
 */
export type CatchStandard = 'leaves' | 'lines' | 'page' | 'tax';

export interface Fault {
  /** As numbered in evidence.md §15. */
  readonly number: number;
  readonly name: string;
  readonly standard: CatchStandard;
  /** Every way in which a document can have this fault, chosen by chance where there are many. None where it does not apply. */
  plant(exhibit: FaultExhibit, random: Random): Promise<readonly Planted[]> | readonly Planted[];
}
