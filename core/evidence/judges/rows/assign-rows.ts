import type { Grounded } from '../../grounded.js';

/**
 * Assigns each item of an array a row of the page, or undefined: rows ascend with the items, no row is used twice, and as many cells as
 * possible stand in their item's row. It finds the heaviest ascending sequence of (item, row) pairs, from the last item back.
 */
export function assignRows(items: readonly (readonly Grounded[])[]): readonly (number | undefined)[] {
  const below = new HeaviestBelow();
  for (let item = items.length - 1; item >= 0; item -= 1) {
    const choices = candidates(items[item] ?? []).map(([row, weight]) => {
      const next = below.after(row);
      return { item, row, weight: weight + (next?.weight ?? 0), next };
    });
    for (const choice of choices) below.add(choice);
  }
  const places = new Array<number | undefined>(items.length).fill(undefined);
  for (let choice = below.after(-1); choice; choice = choice.next) places[choice.item] = choice.row;
  return places;
}

interface RowChoice {
  readonly item: number;
  readonly row: number;
  readonly weight: number;
  readonly next: RowChoice | undefined;
}

/** Finds the heaviest choice below a given row. In the list rows ascend and weights descend; all other choices can never win. */
class HeaviestBelow {
  readonly #front: RowChoice[] = [];

  after(row: number): RowChoice | undefined {
    return this.#front[this.#position(row + 1)];
  }

  add(choice: RowChoice): void {
    const at = this.#position(choice.row);
    const rival = this.#front[at];
    if (rival && rival.weight >= choice.weight) return;
    const sameRow = rival?.row === choice.row ? 1 : 0;
    let from = at;
    while (from > 0 && (this.#front[from - 1]?.weight ?? 0) <= choice.weight) from -= 1;
    this.#front.splice(from, at + sameRow - from, choice);
  }

  /** The first position whose row is not above the given one. */
  #position(row: number): number {
    let low = 0;
    let high = this.#front.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#front[middle]?.row ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A value that stands in more rows than this says nothing about its item's row. */
const maxOccurrences = 200;

/**
 * The row of a cell's quote and all rows of its page that print the quoted words, too, because the same article may be sold twice. They share one weight,
 * so a row that only one item can quote outweighs a description that all items share.
 */
function quotedIn({ evidence, occurrences }: Grounded): ReadonlySet<number> {
  const lines = evidence?.lines.map((words) => words.map(({ text }) => text).join(' ')) ?? [];
  const alike = occurrences.filter(({ row }) => row.page === evidence?.page && lines.some((line) => row.text.includes(line)));
  return new Set([...(evidence?.spans ?? []), ...alike].map((span) => span.order));
}

/** The rows that hold nearly as many of an item's cells as its best row; the row of a cell's own quote counts a little more. */
function candidates(item: readonly Grounded[]): readonly (readonly [row: number, weight: number])[] {
  const weights = new Map<number, number>();
  const add = (orders: Iterable<number>, weight: number) => {
    for (const order of new Set(orders)) weights.set(order, (weights.get(order) ?? 0) + weight);
  };
  for (const cell of item.filter((candidate) => candidate.occurrences.length <= maxOccurrences)) {
    add(
      cell.occurrences.map((span) => span.order),
      1,
    );
    const quoted = quotedIn(cell);
    add(quoted, 0.5 / quoted.size);
  }
  const most = Math.max(0, ...weights.values());
  return [...weights].filter(([, weight]) => weight > most - 1);
}
