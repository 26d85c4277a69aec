/** Which page of a list. */
export interface PageFilter {
  /** The id of the last one of the page before. */
  readonly after?: string | undefined;
  /** 1 to 100. */
  readonly limit: number;
}

/** A page of a list. */
export interface KeptPage {
  /** Absent on the last page. */
  readonly next?: string;
}
