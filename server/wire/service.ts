import { about, always, type BodyOf, closed, count, list, maybe, string, text, time } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The bodies of what says how the service is, and of every refusal. */

export const health = closed({ status: always('healthy'), timestamp: time });
export const unhealthy = closed({ status: always('unhealthy'), timestamp: time, detail: about('Why, for an operator', text) });
export const alive = closed({ status: always('alive') });
export const ready = closed({
  status: always('ready'),
  jobs: maybe('No provider takes work for now: this process leaves jobs in the queue', always('paused')),
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
