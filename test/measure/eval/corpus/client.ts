import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ExtractionBody } from '../../../../server/wire/extraction.js';

export interface EvalTarget {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

export interface EvalQuestion {
  /** JSON Schema as text. */
  readonly schema: string;
  readonly threshold: number;
}

/** The HTTP response for one document. */
export interface EvalReply {
  /** 0 where no answer arrived. */
  readonly status: number;
  /** The exact body, or the network error where no answer arrived. */
  readonly text: string;
  /** Null unless the status is 200 and the body is JSON. */
  readonly body: ExtractionBody | null;
  readonly milliseconds: number;
}

const patience = 20;

/** Posts a document to `/v1/extract` with verification, and asks what it takes of providers. Retries after a 429 when the server allows it. Never throws. */
export async function post(path: string, { schema, threshold }: EvalQuestion, target: EvalTarget): Promise<EvalReply> {
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    try {
      const form = new FormData();
      form.set('output_schema', schema);
      form.set('confidence_threshold', String(threshold));
      form.set('enable_verification', 'true');
      form.set('include', 'usage');
      form.set('file', await openAsBlob(path), basename(path));
      const answer = await fetch(`${target.url}/v1/extract`, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.key}` },
        body: form,
      });
      const reply = read(answer.status, await answer.text(), performance.now() - started);
      if (answer.status !== 429 || attempt === patience) return reply;
      await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    } catch (error) {
      return { status: 0, text: String(error), body: null, milliseconds: performance.now() - started };
    }
  }
}

function read(status: number, text: string, milliseconds: number): EvalReply {
  return { status, text, milliseconds, body: status === 200 ? parsed(text) : null };
}

function parsed(text: string): ExtractionBody | null {
  try {
    return JSON.parse(text) as ExtractionBody;
  } catch {
    return null;
  }
}
