import { createHash } from 'node:crypto';
import type { Converter, Document, Part, Plugin, SourceFile } from '../../../../core/index.js';
import { sharedPlugin } from './outliving.js';

const digests = new WeakMap<Uint8Array, string>();

/** The SHA-256 of a file in hex, reckoned once. */
export function sha256Of({ bytes }: Pick<SourceFile, 'bytes'>): string {
  const digest = digests.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  digests.set(bytes, digest);
  return digest;
}

/** A shipped converter that outlives the engines it is part of, and reads a file once for all of them. */
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
