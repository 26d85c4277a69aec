import { ExtractionError, type FailureCode } from '../contracts/errors.js';

/** A mistake in the code of a plugin. Its message is the engine's own, so that it may be logged. */
export class PluginFailure extends ExtractionError {}

/** What became of work that a plugin did: `The gate "strict" failed` becomes `The gate "strict" failed (TypeError, strict.ts:12)`. */
export function pluginFailure(sentence: string, cause: unknown, code: FailureCode = 'EXTRACTION_FAILED'): PluginFailure {
  return new PluginFailure(code, `${sentence} (${faultOf(cause)})`, { cause });
}

/** The class of an error and the line that threw it. The message is left out, because it may contain text of the document. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = /^ +at .*?([^/\\\s(]+\.[cm]?[jt]s:\d+):\d+\)?$/m.exec(framesOf(error))?.[1];
  return place === undefined ? error.name : `${error.name}, ${place}`;
}

/** The stack without the message it begins with; empty if the stack does not contain the message. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? '' : stack.slice(start + message.length);
}

/** A part of the pipeline that answers by itself, and the name by which its failures call it. */
export interface NamedPart<Contract> {
  readonly name: string;
  readonly part: Contract;
}

/**
 * What a part answers, if it is what its contract says.
 * @throws ExtractionError its own, or PluginFailure where it throws something else or answers what it must not
 */
export function answerOf<T>(subject: string, work: () => T, flawIn: (answer: T) => string | undefined): T {
  const answer = attempt(subject, work);
  const flaw = flawIn(answer);
  if (flaw !== undefined) throw new PluginFailure('EXTRACTION_FAILED', `${subject} failed: ${flaw}`);
  return answer;
}

function attempt<T>(subject: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ExtractionError ? error : pluginFailure(`${subject} failed`, error);
  }
}
