import { UsageError } from '../errors.js';
import { type DocumentInput, documentOf } from '../request/document.js';
import { escapedName, type FormContent, type FormDocument } from '../request/form.js';
import { jsonText } from '../request/json-text.js';
import { schemaFields } from '../schema/schema-text.js';
import type { AnySchema, JsonValue } from '../schema/types.js';
import { type ExtractCallOptions, textsOf } from '../wishes.js';

/** The document of a line: anything that `extract` takes, a file that was added before, or an entry of the batch's zip. */
export type BatchFile = DocumentInput | { readonly id: string } | { readonly entry: string };

/** One document of a batch. */
export interface BatchItem<Schema extends AnySchema = AnySchema> extends Pick<ExtractCallOptions, 'threshold' | 'verify' | 'include'> {
  /** Your name for it: 1 to 128 visible ASCII characters, each only once in a batch. */
  readonly customId: string;
  readonly file: BatchFile;
  /** In place of the batch's. */
  readonly schema?: Schema;
  /** Comes back with its job; at most 2 KB. */
  readonly metadata?: { readonly [name: string]: JsonValue };
  readonly priority?: 'high' | 'normal' | 'low';
}

/** The form that sends these lines with their documents, each document once. @throws UsageError where one cannot be read */
export async function batchForm(
  lines: readonly BatchItem[],
  texts: Readonly<Record<string, string>>,
  zip: DocumentInput | undefined,
): Promise<FormContent> {
  const documents = new Enclosed();
  const written: string[] = [];
  for (const line of lines) written.push(lineText(line, await documents.nameOf(line.file)));
  const jobs = await documentOf(new Blob([written.join('\n')]), 'jobs.jsonl');
  return {
    texts,
    documents: [
      { field: 'jobs', document: jobs },
      ...documents.parts,
      ...(zip === undefined ? [] : [{ field: 'files', document: await documentOf(zip, 'files.zip') }]),
    ],
  };
}

function lineText({ customId, schema, metadata, priority, ...wishes }: BatchItem, file: string): string {
  if (typeof customId !== 'string') throw new UsageError('Each line needs a customId, by which you find its result');
  const texts = textsOf(schema ? schemaFields(schema) : {}, wishes);
  return jsonText('The job', { custom_id: customId, file, ...texts, metadata, priority });
}

/** The documents that go with the batch, by names that no two of them share. */
class Enclosed {
  readonly parts: FormDocument[] = [];
  readonly #names = new Map<DocumentInput, string>();
  readonly #taken = new Set<string>();

  async nameOf(file: BatchFile): Promise<string> {
    if (isKept(file)) return file.id;
    if (isEntry(file)) return file.entry;
    return this.#names.get(file) ?? this.#enclose(file);
  }

  async #enclose(file: DocumentInput): Promise<string> {
    const document = await documentOf(file, undefined);
    const name = this.#free(sentName(document.name));
    this.#names.set(file, name);
    this.#taken.add(name);
    this.parts.push({ field: 'file', document: { ...document, name } });
    return name;
  }

  /** The second `invoice.pdf` of two folders is `invoice (2).pdf`. */
  #free(name: string): string {
    const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let free = name;
    for (let count = 2; this.#taken.has(free); count += 1) free = `${stem} (${count})${ending ?? ''}`;
    return free;
  }
}

/** A name as the server reads it out of a form: without folders, and with what a form has to escape. */
function sentName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return ['', '.', '..'].includes(last) ? 'document' : escapedName(last);
}

const isKept = (file: BatchFile): file is { readonly id: string } => isNamed(file, 'id');
const isEntry = (file: BatchFile): file is { readonly entry: string } => isNamed(file, 'entry');

const isNamed = (file: BatchFile, member: 'id' | 'entry'): boolean =>
  typeof file === 'object' && !(file instanceof Blob) && member in file && typeof (file as Record<string, unknown>)[member] === 'string';
