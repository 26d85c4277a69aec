import { definePlugin } from '../../core/index.js';
import { isXlsx, packageLimits, packageOptions } from '../ooxml/office-file.js';
import { openSandbox, sandboxOptions, sandboxSettings } from '../sandbox/sandbox.js';
import { sentDocument } from '../sandbox/sent.js';

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
          ...packageLimits(settings),
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
