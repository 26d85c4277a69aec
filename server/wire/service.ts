import { about, always, type BodyOf, closed, count, list, maybe, score, string, text, time } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The bodies of what says how the service is, and of every refusal. */

export const health = closed({ status: always('healthy'), timestamp: time });
export const unhealthy = closed({ status: always('unhealthy'), timestamp: time, detail: about('Why, for an operator', text) });
export const alive = closed({ status: always('alive') });
export const ready = closed({
  status: always('ready'),
  jobs: maybe('No provider takes work for now: this process leaves jobs in the queue', always('paused')),
  silent_errors: maybe(
    'How the share of wrong values that is promised stands, by what people have decided',
    closed({
      promised: score,
      bound: about(
        'Its upper bound (95 %, by document); null while nothing is accepted',
        Type.Unsafe<number | null>({ type: ['number', 'null'] }),
      ),
      missing: about(
        'About how many judged values are missing until something can be promised; 0 for none, null where no number would do',
        Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      ),
      drifting: about('Readers that are wrong more often than before', list(text)),
    }),
  ),
});

export const promiseBody = ({ promised, bound, missing, drifting }: NonNullable<BodyOf<typeof ready>['silent_errors']>) => ({
  promised,
  bound,
  missing,
  drifting,
});

export const info = closed({
  name: text,
  version: about('The version of the API', Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' })),
  description: text,
  documentation: about('Where it is documented', Type.String({ format: 'uri' })),
});

export const refusal = closed({ detail: about('What is wrong and what would help, for a person', text) });

/** What the page of the playground shows before anything is sent. */
export const playgroundState = closed({
  version: string,
  file_bytes: count,
  reads: closed({ formats: list(string), extensions: list(string), media_types: list(string) }),
  price: about(
    'Credits for each page of a document, and the extra credits when Tier 2 reads it as well',
    closed({ page: Type.Number(), fallback_page: Type.Number() }),
  ),
  credits: closed({ left: Type.Number(), a_day: count, resets_in_ms: Type.Number() }),
});

export type PlaygroundState = BodyOf<typeof playgroundState>;
