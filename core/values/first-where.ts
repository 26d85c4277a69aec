/** The index of the first item for which something holds that holds for all behind it as well; the number of items where it holds for none. */
export function firstWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as Item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
