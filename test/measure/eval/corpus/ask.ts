import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { post, type Question, type Reply, type Target } from './client.js';
import type { CorpusDocument } from './corpus.js';

export interface Asked {
  readonly document: CorpusDocument;
  readonly reply: Reply;
}

export interface AskOptions {
  readonly target: Target;
  readonly question: Question;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Where each raw answer is kept as `<id>.json`; nowhere when absent. */
  readonly out?: string;
  /** Called after each answer, in the order in which they come. */
  progress(asked: Asked, done: number): void;
}

/** Sends every document and keeps what came back, in the order of the documents. */
export async function ask(documents: readonly CorpusDocument[], options: AskOptions): Promise<readonly Asked[]> {
  if (options.out !== undefined) await mkdir(options.out, { recursive: true });
  const replies = new Map<CorpusDocument, Reply>();
  const waiting = documents.values();
  const worker = async (): Promise<void> => {
    for (const document of waiting) {
      const reply = await post(document.path, options.question, options.target);
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
