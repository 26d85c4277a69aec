import { findIsolationLevel } from '../../../plugins/sandbox/confine.js';
import { ParserChild } from '../../../plugins/sandbox/parser-child.js';
import { bytes, count, insist, list, record, text } from '../../../plugins/sandbox/sent.js';
import { compiled } from '../../../plugins/sandbox/start-child.js';
import type { ArchiveLimits } from '../../http/limits.js';
import { badRequest } from '../../http/refusal.js';

export interface ArchiveTerms extends ListTask {
  /** The zip, open for reading. */
  readonly descriptor: number;
}

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
}

/** What the child is asked for: what there is, or one document by its place. */
export type ArchiveTask = ListTask | { readonly entry: number };

export interface ListTask {
  readonly limits: ArchiveLimits;
  /** Of the zip. */
  readonly size: number;
  /** With which it is encrypted. */
  readonly key: Uint8Array;
}

/** What the child answers. The reason is a sentence for the caller. */
export type ArchiveAnswer =
  | { readonly refused: string }
  | { readonly entries: readonly ArchiveEntry[] }
  | { readonly document: Uint8Array };

/** How long the child may take for one answer, and how much memory, beside one document that it holds twice. */
const [patienceMs, memoryMb] = [30_000, 384];

/**
 * A zip of documents that nobody trusts: a child process of its own reads it, in the sandbox of all parsers, with no file but the zip, and is ended
 * with the request.
 */
export class Archive {
  readonly #child: ParserChild;
  readonly #terms: ArchiveTerms;
  #entries: readonly ArchiveEntry[] = [];

  private constructor(terms: ArchiveTerms) {
    const { limits, descriptor } = terms;
    this.#terms = terms;
    this.#child = new ParserChild(
      { ...compiled('server/jobs/batches/archive-child.js'), descriptor },
      {
        deadlineMs: patienceMs,
        memoryMb: memoryMb + (2 * limits.entryBytes) / 2 ** 20,
        recycleAboveMb: Number.POSITIVE_INFINITY,
        longestReplyBytes: Math.max(limits.entryBytes, 2 * limits.directoryBytes) + frameBytes * limits.entries,
        parse: (sent, wanted) => this.#answer(record(sent), wanted as ArchiveTask),
      },
    );
  }

  static async open(terms: ArchiveTerms): Promise<Archive> {
    await findIsolationLevel();
    return new Archive(terms);
  }

  /** What is in it, each checked. @throws Refusal 400 that says which entry is wrong */
  async entries(): Promise<readonly ArchiveEntry[]> {
    const { limits, size, key } = this.#terms;
    const answer = await this.#ask({ limits, size, key });
    this.#entries = 'entries' in answer ? answer.entries : [];
    return this.#entries;
  }

  /** Unpacks one of its entries. @throws Refusal 400 where it is not as the zip describes it */
  async document(entry: number): Promise<Uint8Array> {
    const answer = await this.#ask({ entry });
    return 'document' in answer ? answer.document : new Uint8Array();
  }

  async end(): Promise<void> {
    await this.#child.end();
  }

  async #ask(wanted: ArchiveTask): Promise<Exclude<ArchiveAnswer, { readonly refused: string }>> {
    const task = { bytes: new Uint8Array(), limits: {}, wanted };
    const reply = await this.#child.read(task, new AbortController().signal).catch(() => undefined);
    if (reply?.kind !== 'content')
      throw badRequest('files could not be unpacked: its parser was ended. Make the zip anew, or send the documents by /v1/files');
    // `#answer` has made it.
    const answer = reply.content as ArchiveAnswer;
    if ('refused' in answer) throw badRequest(`files cannot be unpacked: ${answer.refused}`);
    return answer;
  }

  /** @throws InvalidReply where it is not what was asked for */
  #answer({ refused, entries, document }: Readonly<Record<string, unknown>>, wanted: ArchiveTask): ArchiveAnswer {
    if (refused !== undefined) return { refused: sentence(refused) };
    if (!('entry' in wanted)) return { entries: sentEntries(entries, this.#terms.limits) };
    const size = this.#entries[wanted.entry]?.size ?? 0;
    const sent = bytes(document, size);
    insist(sent.length === size);
    return { document: sent };
  }
}

/** What an entry takes of a message beside its name. */
const frameBytes = 64;

function sentence(sent: unknown): string {
  const said = text(sent, 200);
  insist(/^[ -~]+$/.test(said));
  return said;
}

function sentEntries(sent: unknown, { entries, entryBytes, unpackedBytes, directoryBytes }: ArchiveLimits): readonly ArchiveEntry[] {
  const left = { unpacked: unpackedBytes, names: directoryBytes };
  return list(sent, entries).map((one) => {
    const { name, size } = record(one);
    const entry = { name: text(name, Math.min(1_024, left.names)), size: count(size, 0, Math.min(entryBytes, left.unpacked)) };
    left.names -= entry.name.length;
    left.unpacked -= entry.size;
    return entry;
  });
}
