/** A row of the report. */
export interface ReportedRow {
  readonly server: string;
  readonly tried: string;
  readonly answered: string;
  readonly vouch: string;
  readonly seconds: number;
  /** What is not as it must be. */
  readonly problems: readonly string[];
}

/** The rows as text, a block for each start of the server. */
export function reportOf(rows: readonly ReportedRow[]): string {
  const blocks = [...Map.groupBy(rows, ({ server }) => server)].map(([server, its]) =>
    [`llama-server ${server}`, '', ...its.map(blockOf)].join('\n'),
  );
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  return `${blocks.join('\n')}\n${rows.length - failed} of ${rows.length} passed\n`;
}

/** One row as text. */
export const blockOf = ({ tried, answered, vouch, seconds, problems }: ReportedRow): string =>
  [
    `${problems.length === 0 ? 'passed' : 'FAILED'}  ${tried} (${seconds.toFixed(1)} s)`,
    `        server  ${answered}`,
    `        Vouch   ${vouch}`,
    ...problems.map((problem) => `        !       ${problem}`),
    '',
  ].join('\n');
