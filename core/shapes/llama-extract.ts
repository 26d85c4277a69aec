import { at, numberAt, textAt } from '../values/at.js';
import { isList } from '../values/json.js';
import { alongside } from './sourced.js';
import { jsonAt, oneOf, type VendorShape } from './vendor-shape.js';

/**
 * LlamaExtract: data by a schema of the caller, and metadata of the same form with citations, where they were asked for. It is called
 * `extract_result` and `extract_metadata` by newer versions.
 * Source: https://developers.llamaindex.ai/llamaparse/extract/guides/extensions/ and v1/features/extensions beside it
 */
export const llamaExtract: VendorShape = {
  name: 'llama-extract',
  is: (answer) => versions.some(([data, metadata]) => isData(at(answer, data)) && isData(at(answer, metadata))),
  read(answer) {
    const [data = '', metadata = ''] = versions.find((names) => names.every((name) => isData(at(answer, name)))) ?? [];
    const found = jsonAt(answer, data) ?? null;
    const value = isList(found) ? oneOf(found, 'results') : found;
    const said = jsonAt(answer, metadata, 'field_metadata');
    return alongside(value, isList(said) ? said[0] : said, {
      below: (inner, step) => jsonAt(inner, step),
      sourceOf: (inner) => ({
        quote: textAt(inner, 'citation', 0, 'matching_text'),
        page: numberAt(inner, 'citation', 0, 'page'),
        stated: numberAt(inner, 'confidence'),
      }),
    });
  },
};

const versions = [
  ['data', 'extraction_metadata'],
  ['extract_result', 'extract_metadata'],
] as const;

const isData = (value: unknown): boolean => typeof value === 'object' && value !== null;
