import { createHash } from 'node:crypto';
import { checkedOptions } from '../../../../core/assembly/plugin-factory.js';
import type {
  Converter,
  Document,
  ExtractionModel,
  Kind,
  Kinds,
  OcrResult,
  Part,
  Plugin,
  Reading,
  ReadTask,
  Recognizer,
  RecognizeTask,
  SourceFile,
} from '../../../../core/index.js';

const digests = new WeakMap<Uint8Array, string>();

/** The SHA-256 of a file in hex, computed once per file. */
export function sha256Of({ bytes }: Pick<SourceFile, 'bytes'>): string {
  const digest = digests.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  digests.set(bytes, digest);
  return digest;
}

/** A shipped converter that several engines share; it converts each file once. */
export interface SharedConverter extends Converter {
  readonly part: Part<'converter'>;
  close(): Promise<void>;
}

export function sharedConverter(plugin: Plugin<'converter'>): SharedConverter {
  const { plugin: inner, close } = sharedPlugin({ plugin });
  const documents = new Map<string, Promise<Document>>();
  const convert = (file: SourceFile, signal: AbortSignal): Promise<Document> => {
    const known = documents.get(sha256Of(file)) ?? inner.convert(file, signal);
    documents.set(sha256Of(file), known);
    return known;
  };
  const shared: Converter = { format: inner.format, accepts: (file) => inner.accepts(file), convert };
  return { ...shared, part: { plugin: { kind: 'converter', name: plugin.name, create: () => shared } }, close };
}

/** A recognizer that several engines share; it recognizes each page once. */
export interface SharedRecognizer extends Recognizer {
  readonly part: Part<'recognizer'>;
  close(): Promise<void>;
}

export function sharedRecognizer(given: Part<'recognizer'>): SharedRecognizer {
  const { plugin: inner, close } = sharedPlugin(given);
  const results = new Map<string, Promise<OcrResult>>();
  const recognize = (task: RecognizeTask): Promise<OcrResult> => {
    const known = results.get(nameOf(task)) ?? inner.recognize(task);
    results.set(nameOf(task), known);
    return known;
  };
  return { recognize, part: { plugin: { kind: 'recognizer', name: given.plugin.name, create: () => ({ recognize }) } }, close };
}

const nameOf = ({ document, page, languages, leaveOut }: RecognizeTask): string =>
  JSON.stringify([sha256Of({ bytes: document.pictures ?? document.file.bytes }), page.number, page.turn, languages, leaveOut]);

/** A reader without a provider that several engines share; it reads each document once for the same fields. */
export interface SharedModel {
  readonly part: Part<'model'>;
  close(): Promise<void>;
}

export function sharedModel(given: Part<'model'>): SharedModel {
  const { plugin: inner, close } = sharedPlugin(given);
  const readings = new Map<string, Promise<Reading>>();
  const read = (task: ReadTask): Promise<Reading> => {
    const name = JSON.stringify([sha256Of(task.document.file), task.fields.map(({ path }) => path)]);
    const known = readings.get(name) ?? inner.read(task);
    readings.set(name, known);
    return known;
  };
  const shared: ExtractionModel = { ...(inner.kind && { kind: inner.kind }), read };
  return { part: { plugin: { kind: 'model', name: given.plugin.name, create: () => shared } }, close };
}

/** A plugin instance that outlives the engines that use it. */
export interface SharedPlugin<K extends Kind> {
  readonly plugin: Kinds[K];
  close(): Promise<void>;
}

function sharedPlugin<K extends Kind>(part: Part<K>): SharedPlugin<K> {
  const closers: (() => Promise<void> | void)[] = [];
  const plugin = part.plugin.create(checkedOptions(part, []), {
    secret: (name) => name,
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: (close) => void closers.push(close),
  });
  return {
    plugin,
    close: async () => {
      for (const close of closers) await close();
    },
  };
}
