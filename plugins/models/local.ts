import { definePlugin } from '../../core/index.js';
import { efforts } from './local/layout.js';
import { readPages } from './local/read.js';

/** Reads a document by the geometry of its words, without a network: by labels, by columns, and by the sums that must hold. */
export default definePlugin({
  kind: 'model',
  name: 'local',
  argument: 'effort',
  options: {
    type: 'object',
    properties: {
      effort: {
        type: 'string',
        enum: ['normal', 'thorough'],
        default: 'normal',
        description:
          'thorough also looks where values stand further from their labels, and for rows without a header; its rules are not looser',
      },
    },
    additionalProperties: false,
  },
  create: ({ effort }) => ({ kind: 'local', read: (task) => readPages(task, efforts[effort]) }),
});
