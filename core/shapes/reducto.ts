import type { Json } from '../contracts/schema.js';
import { at, numberAt, textAt } from '../values/at.js';
import { isList, isObject } from '../values/json.js';
import { leaf, list, record, type SourcedJson, type ValueSource } from './sourced.js';
import { itemsAt, jsonAt, oneOf, type VendorShape } from './vendor-shape.js';

/**
 * Reducto, Extract: data by a schema of the caller. With citations each value is wrapped with them; in the older form they are a copy of the data
 * with lists in place of the values.
 * Source: https://docs.reducto.ai/extract/response-format and https://docs.reducto.ai/extraction/citations
 */
export const reducto: VendorShape = {
  name: 'reducto',
  is: (answer) => numberAt(answer, 'usage', 'num_pages') !== undefined && typeof at(answer, 'result') === 'object',
  read(answer) {
    const result = jsonAt(answer, 'result') ?? null;
    return part(isList(result) ? oneOf(result, 'results') : result, jsonAt(answer, 'citations', 0));
  },
};

function part(value: Json, cited: Json | undefined): SourcedJson {
  if (isObject(value) && Object.hasOwn(value, 'value') && isList(value['citations']))
    return part(value['value'] ?? null, value['citations']);
  if (isList(value)) return list(value.map((item, index) => part(item, jsonAt(cited, index))));
  if (!isObject(value)) return leaf(value, sourceOf(itemsAt(cited)[0]));
  return record(Object.entries(value).map(([name, member]) => [name, part(member, jsonAt(cited, name))]));
}

/** Where only some pages were sent, the place in the document is its original page. */
const sourceOf = (citation: Json | undefined): ValueSource => ({
  quote: textAt(citation, 'content'),
  page: numberAt(citation, 'bbox', 'original_page') ?? numberAt(citation, 'bbox', 'page'),
  stated: numberAt(citation, 'granular_confidence', 'extract_confidence'),
});
