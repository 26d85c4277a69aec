/** The response time of a typical provider: 2 to 8 s, evenly spread and the same in every run. */
export function slowMs(): number {
  calls += 1;
  return 2_000 + ((calls * 0.618_033_988_75) % 1) * 6_000;
}
let calls = 0;
