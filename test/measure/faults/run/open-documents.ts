import { Deadline } from '../../../../core/flow/deadline.js';
import { type Document, InputError, type Part, type SourceFile } from '../../../../core/index.js';
import { recognizePages } from '../../../../core/stages/recognize.js';
import docx from '../../../../plugins/converters/docx.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { sharedConverter, sharedRecognizer } from './shared-plugins.js';

/** Opens each document once, for any number of engines. */
export interface OpenDocuments {
  /** Parts for the settings of an engine. */
  readonly parts: { readonly converters: readonly Part<'converter'>[]; readonly recognizers: readonly Part<'recognizer'>[] };
  /** The document as the readers of an engine get it, with OCR results. */
  open(file: SourceFile): Promise<Document>;
  close(): Promise<void>;
}

/** No recognition takes this long: the tool measures words, not time. */
export const patienceMs = 2 ** 31 - 1;

export function openDocuments(recognizers: readonly Part<'recognizer'>[] = []): OpenDocuments {
  const converters = [sharedConverter(pdf), sharedConverter(docx)];
  const shared = recognizers.map(sharedRecognizer);
  return {
    parts: { converters: converters.map(({ part }) => part), recognizers: shared.map(({ part }) => part) },
    open: async (file) => {
      const converter = converters.find((one) => one.accepts(file));
      if (!converter) throw new InputError(`${file.name} is neither PDF nor DOCX`);
      const deadline = new Deadline(patienceMs);
      try {
        return await recognizePages(await converter.convert(file, deadline.signal), shared[0], deadline);
      } finally {
        deadline.close();
      }
    },
    close: async () => {
      for (const part of [...converters, ...shared]) await part.close();
    },
  };
}
