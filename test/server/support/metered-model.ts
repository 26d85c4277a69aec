import { definePlugin, type ExtractionModel, type Part } from '../../../core/index.js';
import { cell } from '../../core/builders.js';

/** A model that may use 1,000 tokens for a document and uses 600 to read its total. */
export const metered: Part<'model'> = {
  label: 'acme:large',
  plugin: definePlugin({
    kind: 'model',
    name: 'acme',
    create: (): ExtractionModel => ({
      most: () => 1_000,
      read: async () => ({ cells: [cell('$.total', '120.00', { quote: 'Total 120.00' })], usage: { inputTokens: 500, outputTokens: 100 } }),
    }),
  }),
};
