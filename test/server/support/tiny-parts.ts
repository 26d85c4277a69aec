import { type Document, definePlugin, type EngineSettings, ExtractionError, type SourceFile } from '../../../core/index.js';
import required from '../../../plugins/gates/required.js';
import meta from '../../../plugins/injectors/meta.js';

const words = ['Total', '120.00'];

const document = (file: SourceFile): Document => ({
  format: 'pdf',
  file,
  pages: [
    {
      number: 1,
      width: 595,
      height: 842,
      textLayer: 'native',
      hidden: [],
      words: words.map((text, index) => ({ text, ocr: false, box: { x: 50 + index * 60, y: 50, width: 50, height: 12 } })),
    },
  ],
  attachments: [],
  chargedPages: 1,
});

const converter = definePlugin({
  kind: 'converter',
  name: 'tiny-converter',
  create: () => ({
    format: 'PDF',
    accepts: ({ bytes }) => Buffer.from(bytes).includes('%PDF-'),
    convert: async (file) => document(file),
  }),
});

const model = definePlugin({
  kind: 'model',
  name: 'tiny-model',
  options: { type: 'object', properties: { slow_ms: { type: 'integer', default: 0 }, failing: { type: 'number', default: 0 } } },
  create: ({ slow_ms, failing }, { log }) => ({
    async read({ fields }) {
      log('reading');
      await new Promise((resolve) => setTimeout(resolve, slow_ms));
      if (Math.random() < failing) throw new ExtractionError('LLM_ERROR', 'The provider is overloaded', { retryable: true });
      return {
        cells: fields.map(({ path }) => ({
          path,
          value: '120.00',
          page: 1,
          quote: 'Total 120.00',
          confidence: 'certain',
          reason: 'exact',
        })),
      };
    },
  }),
});

/** Settings of a real engine whose parts read the same small page from every PDF, and whose provider fails in a share of the readings, 0 to 1. */
export const tinyParts = (slowMs = 0, failing = 0): EngineSettings => ({
  converters: [{ plugin: converter }],
  tiers: [{ plugin: model, options: { slow_ms: slowMs, failing } }],
  gate: { plugin: required },
  injector: { plugin: meta },
  deadlineMs: 20_000,
});

export const tinyServer = {
  port: 0,
  host: '127.0.0.1',
  keys: ['pk_0123456789abcdefTEST'],
  store: 'memory:',
  rateLimit: 0,
  playgroundOrigins: [],
  trustedProxies: [],
} as const;
