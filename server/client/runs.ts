import type { JudgedRun, ListedRun, RunsPage, ShownRun } from './answer.js';
import type { PageOptions } from './request/pages.js';
import { ask, type CallOptions, type ServerConnection } from './request/send.js';
import type { JsonValue } from './schema/types.js';

/** A verdict on a value, or with the path `$` on the whole document. */
export interface RunVerdict {
  readonly path: string;
  readonly verdict: ShownRun['verdicts'][number]['verdict'];
  /** Who decides. */
  readonly reviewer: string;
  /** The `version` of the run that was looked at. */
  readonly version: number;
  /** Of a correction. */
  readonly value?: JsonValue;
  readonly page?: number;
  /** Where a correction stands, in shares of the page. Without a `value` the words there are it. */
  readonly boxes?: readonly { readonly page?: number; readonly x: number; readonly y: number; readonly w: number; readonly h: number }[];
  /** Why a document is rejected. */
  readonly reasons?: readonly string[];
}

export interface RunListOptions extends PageOptions {
  readonly state?: NonNullable<ListedRun['state']>;
}

/** `/v1/runs`: answers that people look at. Every method throws as `extract` does, and ConflictError where somebody else was faster. */
export class VouchRuns {
  readonly #connection: ServerConnection;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  /** What there is most to lose with comes first. */
  list({ state, limit, cursor, ...options }: RunListOptions = {}): Promise<RunsPage> {
    return ask(this.#connection, { method: 'GET', path: 'v1/runs', query: { state, limit, cursor }, idempotent: true, ...options });
  }

  get(id: string, options: CallOptions = {}): Promise<ShownRun> {
    return ask(this.#connection, { method: 'GET', path: pathOf(id), idempotent: true, ...options });
  }

  /** For ten minutes nobody else can decide. */
  claim(id: string, reviewer: string, options: CallOptions = {}): Promise<ListedRun> {
    return ask(this.#connection, { method: 'POST', path: `${pathOf(id)}/claim`, json: { reviewer }, idempotent: true, ...options });
  }

  /** Gives a verdict. It is not tried again when the connection breaks: it may have been taken, and the `version` of the run says so. */
  judge(id: string, verdict: RunVerdict, options: CallOptions = {}): Promise<JudgedRun> {
    return ask(this.#connection, { method: 'POST', path: `${pathOf(id)}/verdicts`, json: { ...verdict }, idempotent: false, ...options });
  }
}

const pathOf = (id: string): string => `v1/runs/${encodeURIComponent(id)}`;
