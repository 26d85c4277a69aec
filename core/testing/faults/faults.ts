import type { Fault } from './fault.js';
import { nullOut } from './plant/absence.js';
import { anotherRealAmount, decimalShift, digitSwapQuoteToo, digitSwapTrueQuote, signFlip } from './plant/amounts.js';
import { dayForMonth, wrongRealDate, yearBefore } from './plant/dates.js';
import { grossColumn, grossLines } from './plant/gross-lines.js';
import { ibanDigitSwap, numberDigitSwap } from './plant/ids.js';
import { madeUpQuote, realQuote } from './plant/inventions.js';
import { lineDropped, lineDuplicated, mergedRows, netOfAnotherRow, quantityForPrice } from './plant/lines.js';
import { columnsExchanged, groupDropped, lastRowsDropped, pageDropped, shiftedRows } from './plant/many-rows.js';
import { legalFormAltered, sellerForBuyer } from './plant/parties.js';
import { dueForTotal, subtotalForTotal, wrongTriple } from './plant/sums.js';
import { wrongPage } from './plant/wrong-page.js';

/** The faults of a reading, by their numbers: all that can be planted without changing the file itself. */
export const readingFaults: readonly Fault[] = [
  digitSwapTrueQuote,
  digitSwapQuoteToo,
  decimalShift,
  signFlip,
  anotherRealAmount,
  subtotalForTotal,
  dueForTotal,
  wrongRealDate,
  dayForMonth,
  yearBefore,
  lineDropped,
  lineDuplicated,
  netOfAnotherRow,
  quantityForPrice,
  wrongPage,
  sellerForBuyer,
  legalFormAltered,
  numberDigitSwap,
  madeUpQuote,
  realQuote,
  ibanDigitSwap,
  nullOut,
  grossLines,
  mergedRows,
  wrongTriple,
  lastRowsDropped,
  pageDropped,
  groupDropped,
  grossColumn,
  shiftedRows,
  columnsExchanged,
];
