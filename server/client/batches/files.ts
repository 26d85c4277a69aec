import type { FilesPage, KeptFile } from '../answer.js';
import { type DocumentInput, documentOf } from '../request/document.js';
import { everyPage, type PageOptions } from '../request/pages.js';
import { ask, type CallOptions, type ServerConnection } from '../request/send.js';

/** `/v1/files`: documents that are sent before the batch that names them. Every method throws as `extract` does. */
export class VouchFiles {
  readonly #connection: ServerConnection;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  /** Sends a document. It costs nothing, so it is sent again where the connection broke, and may then be kept twice. */
  async add(file: DocumentInput, { name, ...options }: CallOptions & { readonly name?: string } = {}): Promise<KeptFile> {
    const form = { texts: {}, documents: [{ field: 'file', document: await documentOf(file, name) }] };
    return ask(this.#connection, { method: 'POST', path: 'v1/files', form, idempotent: true, ...options });
  }

  /** What a file is. Nobody can fetch its bytes again. */
  get(id: string, options: CallOptions = {}): Promise<KeptFile> {
    return ask(this.#connection, { method: 'GET', path: pathOf(id), idempotent: true, ...options });
  }

  /** Your files, newest first. */
  list({ limit, cursor, ...options }: PageOptions = {}): Promise<FilesPage> {
    return ask(this.#connection, { method: 'GET', path: 'v1/files', query: { limit, cursor }, idempotent: true, ...options });
  }

  /** All of your files, page by page: `for await (const file of vouch.files.all())`. */
  async *all(options: Omit<PageOptions, 'cursor'> = {}): AsyncGenerator<KeptFile, void, undefined> {
    for await (const { files } of everyPage((from) => this.list({ ...options, ...from }))) yield* files;
  }

  /** Forgets a file, and says what it was. Jobs under way still have it. It is not tried again when the connection breaks. */
  remove(id: string, options: CallOptions = {}): Promise<KeptFile> {
    return ask(this.#connection, { method: 'DELETE', path: pathOf(id), idempotent: false, ...options });
  }
}

const pathOf = (id: string): string => `v1/files/${encodeURIComponent(id)}`;
