import { at } from '../reply/at.js';
import { type Refused, refusedIn } from './refused.js';

/** Carries what was refused through SDKs, which keep the headers of an answer and lose or rewrite its body. A server's own is overwritten. */
const name = 'x-vouch-refused';

/** The answer of a server, with what it refuses among its headers. Its body can still be read. */
export async function withRefused(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete(name);
  if (response.ok) return new Response(response.body, { ...statusOf(response), headers });
  const text = await response.text().catch(() => '');
  const refused = refusedIn(response.status, parsed(text));
  if (refused) headers.set(name, JSON.stringify(refused));
  return new Response(bodiless.includes(response.status) ? null : text, { ...statusOf(response), headers });
}

/** What was refused, by the headers of an answer that went through `withRefused`. */
export function refusedOf(headers: Headers | undefined): Refused | undefined {
  const text = headers?.get(name);
  const value = text ? parsed(text) : undefined;
  return at(value, 'what') === undefined ? undefined : (value as Refused);
}

/** Statuses that a body must not follow. */
const bodiless: readonly number[] = [204, 205, 304];

const statusOf = ({ status, statusText }: Response): ResponseInit => ({ status, statusText });

/** Some servers answer a refusal with a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}
