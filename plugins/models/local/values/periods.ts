import type { Field } from '../../../../core/index.js';
import { type Find, quoteOf } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import type { DocumentLayout, PageLine } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';

type Edge = 'first' | 'last';

/** Which day of a period a field asks for: `service_period.from`, `billing_period_end`. */
export function edgeOf({ names, type }: Field): Edge | undefined {
  const name = names
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  if (type !== 'string' || !period.test(name)) return undefined;
  return first.test(name) ? 'first' : last.test(name) ? 'last' : undefined;
}

const period = /period|zeitraum|p[ée]riode|per[ií]odo|okres|razdoblje/;
const first = /(?:^| )(?:from|start|starts|begin|beginn|von|ab|du|debut|début|desde|inicio|dal|inizio|van|od)(?: |$)/;
const last = /(?:^| )(?:to|end|ends|until|bis|ende|au|fin|hasta|al|fine|tot|ate|até|fim|do)(?: |$)/;

/** The first or the last day of the period that a label of one announces. */
export function findEdge(layout: DocumentLayout, edge: Edge): Find | undefined {
  const found = pairs(layout, { concepts: ['other_date'], free: true, take: takeEdge(edge) });
  return best(
    found
      .filter(({ label }) => period.test(label.text.toLowerCase()))
      .map((pair) => ({ ...pair, quote: pair.line === pair.labelLine ? quoteOf(pair.line, pair.label, pair.taken) : pair.quote })),
  );
}

/** Takes one of two days with little between them: `01.03.2025 - 31.03.2025`, `from 1 March 2025 to 31 March 2025`. */
const takeEdge =
  (edge: Edge) =>
  (line: PageLine, from: number): TakenValue | undefined => {
    const [begin, end] = line.dates.filter((date) => date.from >= from);
    if (!begin || !end || begin.from > from + maxWordsBefore || end.from - begin.to > maxWordsBetween) return undefined;
    const date = edge === 'first' ? begin : end;
    return { value: date.text, from: date.from, to: date.to };
  };

/** How many words may stand before the first day, and between the two. */
const maxWordsBefore = 2;
const maxWordsBetween = 2;
