import type { Spot } from './span.js';

/** Printed values by what they can mean, for documents that print one value thousands of times. */
export class SpotIndex<V extends { toString(): string }> {
  readonly #everywhere = new Map<string, Spot<V>[]>();
  readonly #onPage = new Map<string, Spot<V>[]>();

  constructor(spots: readonly Spot<V>[]) {
    for (const spot of spots) {
      for (const value of new Set(spot.readings.map(String))) {
        append(this.#everywhere, value, spot);
        append(this.#onPage, `${spot.row.page} ${value}`, spot);
      }
    }
  }

  /** In document order. */
  at(value: string, page?: number): readonly Spot<V>[] {
    return (page === undefined ? this.#everywhere.get(value) : this.#onPage.get(`${page} ${value}`)) ?? [];
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
