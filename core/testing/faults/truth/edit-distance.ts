/** The number of characters to insert, delete or replace to turn one text into the other. Source: Wagner and Fischer (1974). */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1];
    for (const [at, counterpart] of [...other].entries()) {
      line.push(Math.min((above[at] ?? 0) + (character === counterpart ? 0 : 1), (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
