import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EvalQuestion, type EvalReply, type EvalTarget, post } from './client.js';
import type { CorpusDocument } from './corpus.js';

export interface AnsweredDocument {
  readonly document: CorpusDocument;
  readonly reply: EvalReply;
}

export interface AskOptions {
  readonly target: EvalTarget;
  /** The schema is for documents that have none of their own. */
  readonly question: EvalQuestion;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Folder for each raw answer as `<id>.json`; none are kept when absent. */
  readonly out?: string;
  /** Called after each answer, in order of arrival. */
  progress(asked: AnsweredDocument, done: number): void;
}

/** Sends every document and returns the answers in the order of the documents. */
export async function ask(documents: readonly CorpusDocument[], options: AskOptions): Promise<readonly AnsweredDocument[]> {
  if (options.out !== undefined) await mkdir(options.out, { recursive: true });
  const replies = new Map<CorpusDocument, EvalReply>();
  const waiting = documents.values();
  const worker = async (): Promise<void> => {
    for (const document of waiting) {
      const { schema = options.question.schema } = document;
      const reply = await post(document.path, { ...options.question, schema }, options.target);
      if (options.out !== undefined) await writeFile(join(options.out, `${document.id}.json`), reply.text);
      replies.set(document, reply);
      options.progress({ document, reply }, replies.size);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return documents.flatMap((document) => {
    const reply = replies.get(document);
    return reply ? [{ document, reply }] : [];
  });
}
