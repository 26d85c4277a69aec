import { engineDefaults, type FileTypes } from '../../../core/index.js';
import type { Limits } from '../../http/limits.js';
import { anyOf } from '../../wire/any-of.js';
import { inclusions } from '../../wire/wire.js';
import type { ExtractionExamples } from './examples.js';
import type { MediaType } from './types.js';

/** What the doors take. */
export interface Acceptance {
  readonly limits: Limits;
  readonly reads: FileTypes;
}

/** The form fields of an extraction, in any order. Unknown fields are ignored. */
export const formOf = ({ limits: { fileBytes, fieldBytes }, reads }: Acceptance, shown: ExtractionExamples): MediaType => ({
  schema: {
    type: 'object',
    required: ['file', 'output_schema'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: `A ${anyOf(reads.formats)}, told by its content, of at most ${fileBytes.toLocaleString('en')} bytes`,
      },
      output_schema: {
        type: 'string',
        description:
          `A JSON Schema as text, at most ${fieldBytes.toLocaleString('en')} bytes: \`type: object\` with \`properties\`. ` +
          'Fields in `required` decide whether Tier 2 is asked; a `description` guides the reader; `_meta` must not be there',
      },
      confidence_threshold: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: engineDefaults.threshold,
        description: 'How sure each required field must be for Tier 1 to be enough',
      },
      enable_verification: { type: 'boolean', default: false, description: 'Whether the answer has `verification`' },
      include: {
        enum: combinations(inclusions),
        description:
          '`boxes`: entries of `field_confidence` say where on the page their text stands. `evidence`: they say what was found about the value, ' +
          'and what it weighs. `operands`: checks say what they rest on. `usage`: the answer says what it took of providers. Several with commas',
      },
    },
  },
  encoding: { file: { contentType: reads.mediaTypes.join(', ') } },
  examples: Object.fromEntries(
    Object.entries(shown).map(([name, { summary, file, fields }]) => [name, { summary, value: { file, ...fields } }]),
  ),
});

/** Every choice of words as it is written with commas, in their order. */
const combinations = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === undefined ? [] : [first, ...combinations(rest).flatMap((some) => [some, `${first},${some}`])];
