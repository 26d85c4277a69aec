import fc from 'fast-check';
import docx from '../../../../plugins/converters/docx.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { exhibitOf, type FaultExhibit } from '../../../kit/exhibit.js';
import { sharedConverter } from '../../../measure/faults/run/shared-plugins.js';
import { generateDocument } from '../../../measure/generate/generate-documents.js';
import { layouts } from '../../../measure/generate/layouts.js';

/** One document of every layout, as the shipped converters see it, with what a careful reader says of it. */
export async function exhibitsOfAllLayouts(): Promise<readonly FaultExhibit[]> {
  const converters = [sharedConverter(pdf), sharedConverter(docx)];
  const { signal } = new AbortController();
  try {
    return await Promise.all(
      layouts.map(async ({ format }, number) => {
        const { id, bytes, truth } = await generateDocument(number, seed);
        const file = { name: `${id}.${format}`, bytes };
        const converter = converters.find((one) => one.accepts(file));
        if (!converter) throw new Error(`${file.name} is read by no converter`);
        return exhibitOf(id, await converter.convert(file, signal), truth);
      }),
    );
  } finally {
    for (const converter of converters) await converter.close();
  }
}

/** Chosen so that the layouts come in ten languages; any other gives other documents. */
const seed = 5;

/** The number of an exhibit; a table of hundreds of rows takes a hundred times as long as a letter, and is drawn as much more rarely. */
export const exhibitNumber = fc.oneof(
  ...layouts.map(({ extent }, number) => ({ weight: Math.ceil(100 / extent.lines[1]), arbitrary: fc.constant(number) })),
);
