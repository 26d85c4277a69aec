/** One line of the table. What must hold fails the run when it does not; an aim is only reported. */
export interface LoadLine {
  readonly what: string;
  readonly observed: string;
  readonly aim?: string;
  readonly met?: boolean;
  readonly must?: true;
}

export interface LoadEffort {
  /** How long each load lasts. */
  readonly seconds: number;
  /** Requests a second, where a row is not about finding out how many there can be. */
  readonly rate: number;
}

export interface LoadRow {
  readonly name: string;
  /** What counts where the command line does not say. */
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
