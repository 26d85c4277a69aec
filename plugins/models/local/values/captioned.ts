import type { Field } from '../../../../core/index.js';
import { captionedFor, isContact, type PageLine, squash } from '../../../../core/text.js';
import { doubtful, type Find, findOn } from '../find.js';
import type { TakenValue } from '../label-places.js';
import type { DocumentLayout } from '../layout.js';
import { isWholeCell } from './cells.js';

/**
 * The value whose caption says a field's name, or nearly, in whatever words and language: `Pedido cliente: PC-4471` for `customer_order`. Certain where it
 * is the one cell of such a caption; doubtful where another caption says it as well.
 */
export function findCaptioned(layout: DocumentLayout, field: Field, take: TakesValue): Find | undefined {
  const { index, lines } = layout;
  if (isContact(field)) return undefined;
  const found = captionedFor(field, index).flatMap(({ span: { order, from, to }, fit, captionSpan }) => {
    const line = lines[order];
    const label = lines[captionSpan.order];
    const taken = line && take(line, from, to);
    return line && label && taken ? [{ taken, fit, value: { ...taken, line }, label: { ...captionSpan, line: label } }] : [];
  });
  const [best, ...others] = found.toSorted((a, b) => b.fit - a.fit);
  if (!best) return undefined;
  const isPlain = best.fit >= minCertainFit && isWholeCell(layout, field, best);
  const find = findOn(best.value.line, best.value, { confidence: isPlain ? 'certain' : 'likely' });
  const isContested = others.some(({ taken, fit }) => fit === best.fit && squash(taken.value) !== squash(best.taken.value));
  return isContested ? doubtful(find) : find;
}
/** The words of a caption and of a name are the same but for their endings, or mean the same. */
const minCertainFit = 0.9;

/** Reads the value at the beginning of a range of words. */
type TakesValue = (line: PageLine, from: number, to: number) => TakenValue | undefined;
