/** One line of the table. A failed `must` fails the run; an aim is only reported. */
export interface LoadLine {
  readonly what: string;
  readonly observed: string;
  readonly aim?: string;
  readonly met?: boolean;
  readonly must?: true;
}

export interface LoadEffort {
  /** Duration of each load. */
  readonly seconds: number;
  /** Requests a second, unless the row itself finds the highest rate. */
  readonly rate: number;
}

export interface LoadRow {
  readonly name: string;
  /** Used where the command line does not say otherwise. */
  readonly usual: LoadEffort;
  run(effort: LoadEffort): Promise<readonly LoadLine[]>;
}

export const must = (what: string, observed: string, { aim, met }: { readonly aim: string; readonly met: boolean }): LoadLine => ({
  what,
  observed,
  aim,
  met,
  must: true,
});

export const none = (what: string, count: number, detail = ''): LoadLine =>
  must(what, detail === '' ? String(count) : `${count} (${detail})`, { aim: 'none', met: count === 0 });

export const under = (what: string, value: number, { most, unit }: { readonly most: number; readonly unit: string }): LoadLine => ({
  what,
  observed: `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${unit}`,
  aim: `< ${most} ${unit}`,
  met: value < most,
});
