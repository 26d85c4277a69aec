import { type Engine, type ExtractionRequest, type FileTypes, InputError, type Outcome, type RequestUsage } from '../../../core/index.js';

export interface FakeEngine extends Engine {
  /** What the door had read, in order. */
  readonly requests: readonly ExtractionRequest[];
}

export interface FakeTerms {
  /** What a document can cost at the most; 0 when absent. */
  readonly maxCredits?: number;
  /** Runs when a document is opened. */
  readonly onOpen?: () => void;
}

/** The kinds of file that the default configuration reads. */
export const shippedTypes: FileTypes = {
  formats: ['PDF', 'DOCX'],
  extensions: ['.pdf', '.docx'],
  mediaTypes: ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
};

/** An engine that reads nothing: it tells PDF from the rest by five bytes and answers what the test has put into it. */
export function fakeEngine(
  answer: Partial<Outcome> | ((request: ExtractionRequest) => Promise<Outcome>) = {},
  { maxCredits = 0, onOpen }: FakeTerms = {},
): FakeEngine {
  const requests: ExtractionRequest[] = [];
  const engine: FakeEngine = {
    requests,
    formats: shippedTypes.formats,
    reads: shippedTypes,
    unready: () => [],
    pausedForMs: () => 0,
    remote: [],
    metered: [],
    credits: { page: 1, fallbackPage: 2 },
    async open(request) {
      onOpen?.();
      if (!Buffer.from(request.file.bytes.subarray(0, 1_024)).includes('%PDF-')) {
        throw new InputError('Unsupported file type. Supported formats: PDF, DOCX');
      }
      return {
        maxCredits,
        async extract() {
          requests.push(request);
          return typeof answer === 'function' ? answer(request) : outcome(answer);
        },
        close: () => undefined,
      };
    },
    extract: async (request) => (await engine.open(request)).extract(),
    async view(file) {
      return { document: { format: 'pdf', file, pages: [], attachments: [], chargedPages: 1 } };
    },
    schemas: [],
    async classify() {
      return { schema: undefined, candidates: [] };
    },
    async close() {},
  };
  return engine;
}

export const outcome = (members: Partial<Outcome> = {}): Outcome => ({
  object: {
    total: 120,
    _meta: {
      confidence_score: 0.97,
      field_confidence: [{ field: '$.total', score: 0.97, reason: 'Exact match', page: 1, text: 'Total 120.00' }],
      issues: [],
    },
  },
  complete: true,
  usage: noUsage,
  metadata: { processingTimeMs: 12.4, credits: 1, fallbackTriggered: false },
  ...members,
});

/** What a request used that asked no provider. */
export const noUsage: RequestUsage = {
  calls: 0,
  unmeasuredCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  cost: null,
  models: [],
};
