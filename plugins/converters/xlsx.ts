import { definePlugin } from '../../core/index.js';
import { sandboxOptions, sandboxSettings } from '../sandbox/options.js';
import { openSandbox } from '../sandbox/sandbox.js';
import { sentDocument } from '../sandbox/sent/document.js';
import { isXlsx } from './xlsx/is-xlsx.js';

const options = {
  type: 'object',
  properties: {
    ...sandboxOptions,
    max_inflated_mb: { type: 'integer', default: 50, minimum: 1, description: 'MiB that all parts together may unpack to.' },
    max_parts: { type: 'integer', default: 2_000, minimum: 1, description: 'Parts of the package.' },
    max_part_mb: { type: 'integer', default: 20, minimum: 1, description: 'MB that one part of XML may unpack to.' },
    max_elements: {
      type: 'integer',
      default: 300_000,
      minimum: 1,
      description: 'XML elements of all parts that are read; a cell has two.',
    },
  },
  additionalProperties: false,
} as const;

const reads = {
  formats: ['XLSX'],
  extensions: ['.xlsx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
};

/** Reads XLSX in a child process: each sheet that is shown as a page, each cell as it shows its value; what is hidden as hidden words. */
export default definePlugin({
  kind: 'converter',
  name: 'xlsx',
  options,
  create(settings, context) {
    const read = openSandbox(
      {
        plugin: 'converters/xlsx',
        subject: 'XLSX',
        ...sandboxSettings(settings),
        warm: false,
        limits: {
          maxPages: settings.max_pages,
          inflatedMb: settings.max_inflated_mb,
          maxParts: settings.max_parts,
          partMb: settings.max_part_mb,
          maxElements: settings.max_elements,
        },
        taken: sentDocument,
      },
      context,
    );
    return {
      format: 'XLSX',
      reads,
      accepts: ({ bytes }) => isXlsx(bytes),
      convert: async (file, signal) => ({ ...(await read(file, signal)), format: 'xlsx', file }),
    };
  },
});
