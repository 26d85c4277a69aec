/** How long a provider of today takes: 2 to 8 s, evenly spread, the same in every run. */
export function slowMs(): number {
  turn += 1;
  return 2_000 + ((turn * 0.618_033_988_75) % 1) * 6_000;
}
let turn = 0;
