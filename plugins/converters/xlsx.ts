import { definePlugin } from '../../core/index.js';
import { isXlsx, packageLimits, packageOptions } from '../ooxml/office-file.js';
import { openConverter } from '../sandbox/converter.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

const options = {
  type: 'object',
  properties: {
    ...sandboxOptions,
    ...packageOptions,
    max_elements: {
      type: 'integer',
      default: 300_000,
      minimum: 1,
      description: 'XML elements of all parts that are read; a cell has two.',
    },
  },
  additionalProperties: false,
} as const;

/** Reads XLSX in a child process: each sheet that is shown as a page, each cell as it shows its value; what is hidden as hidden words. */
export default definePlugin({
  kind: 'converter',
  name: 'xlsx',
  options,
  create: (settings, context) =>
    openConverter(
      {
        name: 'XLSX',
        format: 'xlsx',
        parser: 'converters/xlsx',
        reads: {
          formats: ['XLSX'],
          extensions: ['.xlsx'],
          mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        },
        accepts: isXlsx,
        limits: packageLimits(settings),
      },
      settings,
      context,
    ),
});
