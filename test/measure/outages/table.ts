/** What is promised, or what was seen: each fact under its name. */
export type OutageFacts = Readonly<Record<string, string | number | boolean>>;

export interface OutageRow {
  readonly row: string;
  /** The document, the provider, how many instances. */
  readonly where: string;
  readonly expected: OutageFacts;
  /** Milliseconds it may take. */
  readonly within?: readonly [least: number, most: number];
}

interface OutageLine extends OutageRow {
  readonly observed: string;
  readonly passed: boolean | undefined;
}

export interface TableOptions {
  readonly wanted: (row: string) => boolean;
  /** Is told of each run when it is over. */
  readonly tell: (line: string) => void;
  /** How many times as long a busy machine may take. */
  readonly patience: number;
}

/** Collects what came of each row. */
export class OutageTable {
  readonly #lines: OutageLine[] = [];

  constructor(private readonly terms: TableOptions) {}

  wants(row: string): boolean {
    return this.terms.wanted(row);
  }

  /**
   * Runs a row: passed if the facts are as promised, in time, and `after` finds nothing that was left behind. The time is that of `observe`, or
   * the `ms` among the facts.
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

  /** A row that cannot be run on this machine, and why. */
  impossible(promised: OutageRow, why: string): void {
    if (this.terms.wanted(promised.row)) this.#add({ ...promised, observed: `not possible here: ${why}`, passed: undefined });
  }

  get failed(): number {
    return this.#lines.filter(({ passed }) => passed === false).length;
  }

  /** The lines that say the same of several places stand together. */
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

/** The facts, which are the same in all places, and the times from the shortest to the longest. */
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

/** 'pdf, openai, 1' and 'docx, openai, 1' are 'pdf docx, openai, 1'. */
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
