import type { ExtractionBody } from '../wire/extraction.js';

/** A request as a caller would write it, and its answer. `invoice.pdf` is `server/playground/setup/sample-invoice.pdf` in the repository. */
export interface ExtractionExample {
  readonly summary: string;
  readonly file: string;
  /** The shell command that makes another file from `invoice.pdf`. */
  readonly before?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Left out where the answer is long. */
  readonly answer?: ExtractionBody;
}

export type ExtractionExamples = Readonly<Record<string, ExtractionExample>>;

const schema = (properties: object, ...required: readonly string[]): string => JSON.stringify({ type: 'object', required, properties });
const number = { type: 'number' };
const date = { type: 'string', format: 'date' };

/** A test runs all of them and compares the answers. */
export const examples = {
  values: {
    summary: 'Two values and their sums',
    file: 'invoice.pdf',
    fields: { output_schema: schema({ total: number, due_date: date }, 'total'), enable_verification: 'true' },
    answer: {
      object: {
        total: 12231.98,
        due_date: '2026-04-11',
        _meta: {
          confidence_score: 0.99,
          field_confidence: [
            {
              field: '$.total',
              score: 0.99,
              reason: 'Exact match: quote on page 2, label "Total", HORIZONTAL_SUM of total, subtotal, tax holds',
              page: 2,
              text: 'Total €12,231.98',
            },
            {
              field: '$.due_date',
              score: 0.98,
              reason: 'Exact match: quote on page 2, label "Due date"',
              page: 2,
              text: 'Please pay by 11 April 2026',
            },
          ],
          issues: [],
        },
      },
      metadata: { processing_time_ms: 146, credits: 2, fallback_triggered: false },
      verification: {
        status: 'PASSED',
        checks_passed: 1,
        checks_failed: 0,
        cannot_verify_count: 0,
        checks_run: [
          {
            type: 'HORIZONTAL_SUM',
            status: 'PASSED',
            fields: ['total', 'subtotal', 'tax'],
            passed: true,
            delta: 0,
            expected: 12231.98,
            actual: 12231.98,
          },
        ],
      },
    },
  },
  rows: {
    summary: 'The rows of a table',
    file: 'invoice.pdf',
    fields: {
      output_schema: schema({
        line_items: { type: 'array', items: { type: 'object', properties: { description: { type: 'string' }, amount: number } } },
      }),
    },
  },
  places: {
    summary: 'Where on the page a value stands',
    file: 'invoice.pdf',
    fields: { output_schema: schema({ total: number }, 'total'), include: 'boxes' },
    answer: {
      object: {
        total: 12231.98,
        _meta: {
          confidence_score: 0.99,
          field_confidence: [
            {
              field: '$.total',
              score: 0.99,
              reason: 'Exact match: quote on page 2, label "Total", HORIZONTAL_SUM of total, subtotal, tax holds',
              page: 2,
              text: 'Total €12,231.98',
              boxes: [{ page: 2, x: 0.563, y: 0.3592, w: 0.3428, h: 0.0169 }],
            },
          ],
          issues: [],
        },
      },
      metadata: { processing_time_ms: 327, credits: 2, fallback_triggered: false },
    },
  },
  sure: {
    summary: 'A threshold that nothing reaches: both tiers read',
    file: 'invoice.pdf',
    fields: {
      output_schema: schema(
        { invoice_number: { type: 'string', description: 'The number of this invoice, not of an order' } },
        'invoice_number',
      ),
      confidence_threshold: '1',
    },
    answer: {
      object: {
        invoice_number: 'BW-2026-0147',
        _meta: {
          confidence_score: 0.99,
          field_confidence: [
            {
              field: '$.invoice_number',
              score: 0.99,
              reason: 'Exact match: quote on page 1, label "Invoice number"',
              page: 1,
              text: 'Invoice number BW-2026-0147',
            },
          ],
          issues: ['$.invoice_number: nothing speaks against it; more needs a second reader of another kind'],
        },
      },
      metadata: { processing_time_ms: 372, credits: 6, fallback_triggered: true, confidence_score: 0.99 },
    },
  },
  failed: {
    summary: 'A damaged file: a 200 with an error',
    file: 'cut.pdf',
    before: 'head -c 2000 invoice.pdf > cut.pdf',
    fields: { output_schema: schema({ total: number }, 'total') },
    answer: {
      object: null,
      metadata: { processing_time_ms: 14, credits: 0, fallback_triggered: false },
      error: {
        code: 'EXTRACTION_FAILED',
        message: 'PDF could not be read: it is unreadable, its structure is damaged or not that of its format',
      },
    },
  },
} satisfies ExtractionExamples;

/** The same for `/v1/score`. */
export const scoringExamples = {
  data: {
    summary: 'Two values of another extractor, one of them wrong',
    file: 'invoice.pdf',
    fields: { data: JSON.stringify({ total: 12231.98, due_date: '2026-04-12' }), include: 'candidates' },
  },
} satisfies ExtractionExamples;
