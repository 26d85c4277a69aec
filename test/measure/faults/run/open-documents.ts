import { Deadline } from '../../../../core/flow/deadline.js';
import { type Document, InputError, type Part, type SourceFile } from '../../../../core/index.js';
import { recognizePages } from '../../../../core/stages/recognize.js';
import docx from '../../../../plugins/converters/docx.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { sharedConverter } from './converted-once.js';
import { sharedRecognizer } from './recognized-once.js';

/** Where documents are opened, each once, and kept open for as many engines as read them. */
export interface OpenDocuments {
  /** For the settings of an engine. */
  readonly parts: { readonly converters: readonly Part<'converter'>[]; readonly recognizers: readonly Part<'recognizer'>[] };
  /** The document as an engine's readers see it. */
  open(file: SourceFile): Promise<Document>;
  close(): Promise<void>;
}

/** Longer than any look takes: what is measured is the words, not the clock. */
const patienceMs = 2 ** 31 - 1;

export function openDocuments(recognizers: readonly Part<'recognizer'>[] = []): OpenDocuments {
  const converters = [sharedConverter(pdf), sharedConverter(docx)];
  const lookers = recognizers.map(sharedRecognizer);
  return {
    parts: { converters: converters.map(({ part }) => part), recognizers: lookers.map(({ part }) => part) },
    open: async (file) => {
      const converter = converters.find((one) => one.accepts(file));
      if (!converter) throw new InputError(`${file.name} is neither PDF nor DOCX`);
      const deadline = new Deadline(patienceMs);
      try {
        return await recognizePages(await converter.convert(file, deadline.signal), lookers[0], deadline);
      } finally {
        deadline.close();
      }
    },
    close: async () => {
      for (const part of [...converters, ...lookers]) await part.close();
    },
  };
}
