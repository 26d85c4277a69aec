import { type AskedRequest, type ReceivedAnswer, unconformities } from '../../server/support/conformity.js';
import type { FuzzOutcome } from './kind.js';

/** The category of an answer to an upload, and how it breaks the contract. `codes` are the allowed failure codes. */
export function judged(
  received: ReceivedAnswer,
  codes: readonly string[],
  asked: AskedRequest = { method: 'POST', path: '/v1/extract' },
): FuzzOutcome {
  const faults = unconformities(received, asked).map((fault) => JSON.stringify(fault));
  if (received.status >= 500) faults.push(`the status is ${received.status}: ${received.text.slice(0, 200)}`);
  if (received.status !== 200 || faults.length > 0 || !uploads.includes(asked.path)) return { answer: String(received.status), faults };
  const { object, error, metadata } = JSON.parse(received.text);
  if (error === undefined) return { answer: 'read', faults: object === null ? ['neither an object nor an error'] : [] };
  const free = error.code !== 'EXTRACTION_FAILED' || metadata.credits === 0;
  return {
    answer: error.code,
    faults: [
      ...(codes.includes(error.code) ? [] : [`the code ${error.code} is not expected here: ${error.message}`]),
      ...(free ? [] : [`${metadata.credits} credits for a document that was not read`]),
    ],
  };
}

const uploads: readonly string[] = ['/v1/extract', '/v1/playground'];

/** Posts a form as a client does. */
export async function posted(url: string, key: string, form: FormData): Promise<ReceivedAnswer> {
  const response = await fetch(`${url}/v1/extract`, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}
