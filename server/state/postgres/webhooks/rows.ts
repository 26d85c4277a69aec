import type { EndpointRecord, EventRecord, EventType, MessageRecord, MessageStatus } from '../../webhook-store.js';

/** A row of `webhook` as the driver reads it. */
export interface EndpointRow {
  readonly id: string;
  readonly owner: string;
  readonly events: string;
  readonly sealed: Uint8Array;
  readonly created: Date;
  readonly failing: Date | null;
  readonly disabled: Date | null;
  readonly why: string | null;
}

export const endpointOf = ({ events, created, failing, disabled, why, ...row }: EndpointRow): EndpointRecord => ({
  ...row,
  events: events.split(' ') as EventType[],
  createdAt: created,
  failingSince: failing,
  disabledAt: disabled,
  disabledWhy: why,
});

export const endpointColumns = 'id, owner, events, sealed, created, failing, disabled, why';

export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly about: string;
  readonly created: Date;
}

export const eventOf = ({ id, type, about, created }: EventRow): EventRecord => ({ id, type, about, createdAt: created });

export interface MessageRow extends EventRow {
  readonly status: MessageStatus;
  readonly due: Date | null;
  /** Its attempts as JSON, in which times are texts. */
  readonly tried: readonly { readonly at: string; readonly status: number | null; readonly ms: number; readonly error: string | null }[];
}

export const messageOf = ({ status, due, tried, ...event }: MessageRow): MessageRecord => ({
  ...eventOf(event),
  status,
  dueAt: due,
  attempts: tried.map(({ at, ...attempt }) => ({ at: new Date(at), ...attempt })),
});
