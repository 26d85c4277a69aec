import type { Json } from '../contracts/schema.js';
import { numberAt, textAt } from '../values/at.js';
import { isObject } from '../values/json.js';
import { alongside, type ValueSource } from './sourced.js';
import { itemsAt, jsonAt, membersAt, type VendorShape } from './vendor-shape.js';

/**
 * Extend, extractors by a JSON Schema: an extract run, or its output. The metadata have a member for each value by its path, `line_items[0].description`, and
 * for each row.
 * Source: https://docs.extend.ai/extraction/response-format and https://docs.extend.ai/product/extraction/citations
 */
export const extend: VendorShape = {
  name: 'extend',
  is: (answer) => isObject(jsonAt(outputOf(answer), 'value')) && membersAt(outputOf(answer), 'metadata').some(([, said]) => isSaid(said)),
  read(answer) {
    const output = outputOf(answer);
    const metadata = new Map(membersAt(output, 'metadata').map(([path, said]) => [path, sourceOf(said)]));
    // What is said of a row holds for a value of it of which nothing is said.
    return alongside<Said>(
      jsonAt(output, 'value') ?? null,
      { path: '' },
      {
        below: ({ path, source }, step) => {
          const own = typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`;
          return { path: own, source: metadata.get(own) ?? source };
        },
        sourceOf: ({ source }) => source ?? {},
      },
    );
  },
};

interface Said {
  readonly path: string;
  readonly source?: ValueSource | undefined;
}

const outputOf = (answer: Json): Json => jsonAt(answer, 'output') ?? answer;

/** What Extend says of a value, whether or not citations were asked for. */
const isSaid = (said: Json): boolean =>
  ['citations', 'ocrConfidence', 'logprobsConfidence'].some((name) => jsonAt(said, name) !== undefined);

/** The page is a number in older versions. */
function sourceOf(said: Json): ValueSource | undefined {
  const stated = numberAt(said, 'logprobsConfidence') ?? numberAt(said, 'ocrConfidence');
  const [citation] = itemsAt(said, 'citations');
  if (citation === undefined) return stated === undefined ? undefined : { stated };
  return { quote: textAt(citation, 'referenceText'), page: numberAt(citation, 'page', 'number') ?? numberAt(citation, 'page'), stated };
}
