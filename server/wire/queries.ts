import { jobStatuses, reviewStates } from '../state/job-store.js';
import { messageStatuses } from '../state/webhook-store.js';
import { type BodyOf, idOf, maybe, oneOf } from './schema-parts.js';
import { type Members, Type, type TypedSchema } from './typed-schema.js';

/** The query parameters of lists, each with the sentence that refuses another value. */

const query = <Inner extends Members>(members: Inner, sentences: Readonly<Record<keyof Inner, string>>) =>
  Type.Object(members, { sentences });

const limit = maybe('How many', Type.Integer({ minimum: 1, maximum: 100, default: 20 }));
const limitIs = 'must be a whole number from 1 to 100';
const cursor = (schema = Type.String()) => maybe('The `next` of the page before', schema);
const cursorIs = 'must be the "next" of the page before';
const only = <const Words extends readonly string[]>(...words: Words) => maybe('Only those', oneOf(...words));

export const jobsQuery = query(
  {
    status: only(...jobStatuses),
    batch: maybe('Only those of this batch', idOf('batch')),
    cursor: cursor(idOf('job')),
    limit,
  },
  { status: `must be one of ${jobStatuses.join(', ')}`, batch: 'must be the id of a batch', cursor: cursorIs, limit: limitIs },
);

export const jobQuery = query(
  {
    wait: maybe('Answer once the job has ended, or after so many seconds', Type.Integer({ minimum: 0, maximum: 60, default: 0 })),
  },
  { wait: 'must be a whole number of seconds, 0 to 60' },
);

export const runsQuery = query(
  { state: only(...reviewStates), cursor: cursor(idOf('job')), limit },
  { state: `must be one of ${reviewStates.join(', ')}`, cursor: cursorIs, limit: limitIs },
);

/** What can be made of an answer: its media type, and how the name of the file ends. */
export const exportFormats = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
  csv: { type: 'text/csv', ending: 'csv' },
  pdf: { type: 'application/pdf', ending: 'pdf' },
  ubl: { type: 'application/xml', ending: 'ubl.xml' },
  cii: { type: 'application/xml', ending: 'cii.xml' },
  facturx: { type: 'application/pdf', ending: 'facturx.pdf' },
} as const;
export type ExportFormat = keyof typeof exportFormats;

export const exportQuery = query(
  {
    format: maybe(
      'A workbook, a table of all values, the pages, or an electronic invoice',
      Type.Unsafe<ExportFormat>({ enum: Object.keys(exportFormats), default: 'xlsx' }),
    ),
  },
  { format: `must be one of ${Object.keys(exportFormats).join(', ')}` },
);

export const batchesQuery = query({ cursor: cursor(idOf('batch')), limit }, { cursor: cursorIs, limit: limitIs });

export const filesQuery = query({ cursor: cursor(idOf('file')), limit }, { cursor: cursorIs, limit: limitIs });

export const messagesQuery = query(
  { status: only(...messageStatuses), cursor: cursor(), limit },
  { status: `must be one of ${messageStatuses.join(', ')}`, cursor: cursorIs, limit: limitIs },
);

/** The parameters as a route sees them: what has a default is there. */
type QueryOf<Query extends TypedSchema, Defaulted extends string> = Omit<BodyOf<Query>, Defaulted> & {
  readonly [Name in Defaulted]: number;
};
export type JobsQuery = QueryOf<typeof jobsQuery, 'limit'>;
export type JobQuery = QueryOf<typeof jobQuery, 'wait'>;
export type RunsQuery = QueryOf<typeof runsQuery, 'limit'>;
export type BatchesQuery = QueryOf<typeof batchesQuery, 'limit'>;
export type FilesQuery = QueryOf<typeof filesQuery, 'limit'>;
export type MessagesQuery = QueryOf<typeof messagesQuery, 'limit'>;
