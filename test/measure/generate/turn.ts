/** The item whose turn it is, beginning anew at the end of the list. @throws Error when the list is empty. */
export function itemInTurn<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('There is nothing to take turns in');
  return item;
}
