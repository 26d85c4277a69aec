/** Expected or observed facts by name. */
export type OutageFacts = Readonly<Record<string, string | number | boolean>>;

export interface OutageRow {
  readonly row: string;
  /** Document format, provider and number of instances. */
  readonly where: string;
  readonly expected: OutageFacts;
  /** Allowed duration in milliseconds. */
  readonly within?: readonly [least: number, most: number];
}

interface OutageLine extends OutageRow {
  readonly observed: string;
  readonly passed: boolean | undefined;
}

export interface TableOptions {
  readonly wanted: (row: string) => boolean;
  /** Reports each finished run. */
  readonly tell: (line: string) => void;
  /** Factor on upper time bounds, for a busy machine. */
  readonly patience: number;
}

/** Collects the results of the rows. */
export class OutageTable {
  readonly #lines: OutageLine[] = [];

  constructor(private readonly terms: TableOptions) {}

  wants(row: string): boolean {
    return this.terms.wanted(row);
  }

  /**
   * Runs a row. It passes when the facts match in time and `after` finds nothing left behind. The time is that of `observe`, or the `ms`
   * among the facts.
   */
  async row(
    promised: OutageRow,
    observe: () => Promise<OutageFacts>,
    after: () => Promise<readonly string[]> = async () => [],
  ): Promise<void> {
    if (!this.terms.wanted(promised.row)) return;
    const began = performance.now();
    const seen = await observe().catch((error: unknown): OutageFacts => ({ error: String(error) }));
    const { ms = performance.now() - began, ...facts } = seen;
    const left = await after().catch((error: unknown) => [String(error)]);
    const [least, most] = promised.within ?? [0, Number.POSITIVE_INFINITY];
    const inTime = Number(ms) >= least && Number(ms) <= most * this.terms.patience;
    const passed = words(facts) === words(promised.expected) && inTime && left.length === 0;
    const time = promised.within ? `, ${Math.round(Number(ms))} ms` : '';
    this.#add({ ...promised, observed: [`${words(facts)}${time}`, ...left].join('; LEFT: '), passed });
  }

  /** Records a row that cannot run on this machine, with the reason. */
  impossible(promised: OutageRow, why: string): void {
    if (this.terms.wanted(promised.row)) this.#add({ ...promised, observed: `not possible here: ${why}`, passed: undefined });
  }

  get failed(): number {
    return this.#lines.filter(({ passed }) => passed === false).length;
  }

  /** Merges equal results from several places into one line. */
  toString(): string {
    const groups = Map.groupBy(this.#lines, ({ row, expected, within, passed, observed }) =>
      JSON.stringify([row, expected, within, passed, passed ? '' : observed]),
    );
    const rows = [...groups.values()].map((same) => printed(same));
    const passed = this.#lines.filter((line) => line.passed).length;
    const impossible = this.#lines.length - passed - this.failed;
    const slow = this.terms.patience === 1 ? '' : `; upper bounds of time count ${this.terms.patience} times`;
    const sum = `${this.#lines.length} runs: ${passed} passed, ${this.failed} failed, ${impossible} not possible here${slow}`;
    return [...inColumns([['', 'row', 'where', 'expected', 'observed'], ...rows]), '', sum, ''].join('\n');
  }

  #add(line: OutageLine): void {
    this.#lines.push(line);
    this.terms.tell(
      `${verdict(line)} ${line.row} · ${line.where}${line.passed ? '' : `\n     expected ${promise(line)}\n     observed ${line.observed}`}`,
    );
  }
}

function printed(same: readonly OutageLine[]): readonly string[] {
  const [first] = same;
  if (!first) return [];
  const observed = first.passed ? span(same) : first.observed;
  return [verdict(first), first.row, places(same.map(({ where }) => where)), promise(first), observed];
}

/** The common facts and the range of times. */
function span(same: readonly OutageLine[]): string {
  const times = same.map(({ observed }) => Number(/, (\d+) ms$/.exec(observed)?.[1] ?? Number.NaN)).filter(Number.isFinite);
  const facts = same[0]?.observed.replace(/, \d+ ms$/, '') ?? '';
  if (times.length === 0) return facts;
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${facts}, ${least === most ? least : `${least}–${most}`} ms`;
}

const verdict = ({ passed }: OutageLine): string => (passed === undefined ? '—' : passed ? 'pass' : 'FAIL');

const promise = ({ expected, within }: OutageRow): string => `${words(expected)}${within ? `, ${bounds(within)}` : ''}`;

const bounds = ([least, most]: readonly [number, number]): string => (least > 0 ? `${least}–${most} ms` : `at most ${most} ms`);

const words = (facts: OutageFacts): string =>
  Object.entries(facts)
    .map(([name, value]) => (name === 'status' || name === 'code' ? String(value) : `${name} ${value}`))
    .filter((text) => text !== '')
    .join(', ');

/** Merges places: 'pdf, openai, 1' and 'docx, openai, 1' give 'pdf docx, openai, 1 (2 ×)'. */
function places(all: readonly string[]): string {
  const parts = all.map((where) => where.split(', '));
  const columns = (parts[0] ?? []).map((_, column) => [...new Set(parts.map((part) => part[column]))].join(' '));
  return `${columns.join(', ')} (${all.length} ×)`;
}

function inColumns(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  );
}
