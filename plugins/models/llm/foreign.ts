import {
  type Cell,
  cellsOfAnswer,
  definitionOf,
  ExtractionError,
  type ExtractionModel,
  InputError,
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  type ReadTask,
  type SourceFile,
  schemaOf,
} from '../../../core/index.js';
import { AnswerTooLarge } from './connection.js';
import { failureOf, misshapen } from './failure.js';

/** What an extractor is asked for. */
export interface ForeignQuestion {
  readonly file: SourceFile;
  /** A JSON Schema of what is wanted, with what the checks need. An extractor that takes none answers what it has, and the rest is left out. */
  readonly schema: JsonObject;
  /** Fires at the deadline, or when the caller is gone. */
  readonly signal: AbortSignal;
}

/** An extractor of somebody else, which answers JSON and no cells. */
export interface ForeignExtractor {
  /** How messages call it. */
  readonly label: string;
  /**
   * Answers values by the schema, or what a known extractor answers, as it is. An error with a `status`, as a refused request has it, says whether to ask again;
   * so does an ExtractionError.
   */
  ask(question: ForeignQuestion): Promise<unknown>;
  /** As whose its values are weighed until it has a record of its own; 'large' when absent. */
  readonly kind?: 'large' | 'small';
}

/**
 * An extractor as a model, so that it can be a tier or a witness. Its numbers and days are looked for on the page as they can be printed, with the quotes and
 * pages of a known answer; a text of its own is taken as it is printed. What it says of how sure it is weighs what its record says.
 */
export const foreign = ({ label, ask, kind = 'large' }: ForeignExtractor): ExtractionModel => ({
  kind,
  async read(task) {
    const answer = await answerOf(ask, task, label);
    if (!isObject(answer)) throw misshapen(label, 'its answer is no JSON object');
    return { cells: cellsIn(answer, task, label) };
  },
});

async function answerOf(ask: ForeignExtractor['ask'], { document, fields, signal }: ReadTask, label: string): Promise<Json> {
  try {
    const schema = definitionOf(schemaOf(fields).root);
    return (await ask({ file: document.file, schema, signal })) as Json;
  } catch (error) {
    throw signal.aborted || isOfAnotherKind(error) ? error : failureOf(error, label);
  }
}

/** What is neither of HTTP nor of JSON, such as an error of the extractor's own SDK: the engine says its name. */
const isOfAnotherKind = (error: unknown): boolean =>
  numberAt(error, 'status') === undefined && ![SyntaxError, TypeError, AnswerTooLarge].some((kind) => error instanceof kind);

function cellsIn(answer: JsonObject, { fields }: ReadTask, label: string): readonly Cell[] {
  try {
    return cellsOfAnswer(answer, fields);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new ExtractionError('PARSING_ERROR', `${label}: ${cause.message}`, { cause, worked: true });
  }
}
