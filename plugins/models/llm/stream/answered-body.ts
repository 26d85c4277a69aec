import type { Heard } from '../provider.js';
import { AnswerTooLarge, isEventStream, maxAnswerBytes } from '../request/connection.js';
import { eventsIn } from './events-in.js';
import { brokenOff } from './stream-failure.js';

/** Puts the events of one stream together to the body that the same API answers with when it does not stream. */
export interface Assembly {
  /**
   * Takes the next event. What it adds to the answer, '' for thinking; undefined where it adds nothing.
   * @throws ExtractionError for an error among the events
   */
  add(event: unknown): string | undefined;
  /** Undefined as long as the answer is not at its end. */
  body(): unknown;
}

export interface AnswerTerms {
  /** The model in messages. */
  readonly label: string;
  readonly heard: Heard | undefined;
}

/**
 * The body of an answer, streamed or not: a server that does not stream answers as a whole. It is as little trusted as any body.
 * @throws ExtractionError when the stream breaks off or reports an error, SyntaxError when the body is not JSON
 */
export async function answeredBody(response: Response, assembly: Assembly, { label, heard }: AnswerTerms): Promise<unknown> {
  if (!isEventStream(response) || !response.body) return JSON.parse(await response.text());
  let length = 0;
  for await (const event of eventsIn(response.body)) {
    const text = assembly.add(event);
    if (text === undefined) continue;
    length += text.length;
    if (length > maxAnswerBytes) throw new AnswerTooLarge(`The answer is longer than ${maxAnswerBytes} characters`);
    heard?.(text);
  }
  const body = assembly.body();
  if (body === undefined) throw brokenOff(label);
  return body;
}
