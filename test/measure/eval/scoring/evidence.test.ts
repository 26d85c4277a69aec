import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../core/index.js';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import { evidenceReport } from '../figures/report.js';
import { asked } from './answers.js';
import { evidencePrecision } from './evidence.js';

describe('the precision of evidence', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    writeFileSync(join(folder, 'made.pdf'), await invoicePdf(buildInvoice({ number: 'AB-77' })));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** An answer about the made document, of values with score and words. */
  function answered(values: Readonly<Record<string, readonly [value: string | null, score: number, text?: string]>>): AnsweredDocument {
    const entries = Object.entries(values).map(([name, [, score, text]]): JsonObject => {
      const place = text === undefined ? {} : { page: 1, text };
      return { field: `$.${name}`, score, reason: 'Exact match', ...place };
    });
    const data = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
    const object = { ...data, _meta: { confidence_score: 0.9, field_confidence: entries, issues: [] } };
    const body = { object, metadata: { processing_time_ms: 1, credits: 1, fallback_triggered: false } };
    const { document, reply } = asked({}, body, { id: 'made' });
    return { document: { ...document, path: join(folder, 'made.pdf') }, reply: { ...reply, text: JSON.stringify(body) } };
  }

  it('counts values that reach the threshold, and names those whose words do not hold', async () => {
    const found = await evidencePrecision(
      [
        answered({
          right: ['AB-77', 0.95, 'AB-77'],
          low: ['AB-78', 0.5, 'AB-78'],
          nothing: [null, 0.95],
          invented: ['AB-78', 0.95, 'AB-78'],
          other: ['AB-78', 0.95, 'AB-77'],
          bare: ['AB-77', 0.95],
        }),
      ],
      0.85,
    );
    expect(found).toEqual({
      threshold: 0.85,
      accepted: 4,
      exceptions: [
        { id: 'made', third: 'seen', path: '$.invented', problem: 'the words are not on page 1' },
        { id: 'made', third: 'seen', path: '$.other', problem: 'the words do not say the value' },
        { id: 'made', third: 'seen', path: '$.bare', problem: 'it has no evidence' },
      ],
    });
  });

  it('is reported with its exceptions, those of the unseen third as a number', () => {
    const exceptions = [
      { id: 'made', third: null, path: '$.total', problem: 'it has no evidence' },
      { id: 'hidden', third: 'unseen', path: '$.tax', problem: 'it has no evidence' },
    ] as const;
    expect(evidenceReport({ threshold: 0.85, accepted: 4, exceptions })).toBe(
      'evidence confirmed, native text, values at 0.85: 2 of 4 = 50.00%\n  made $.total: it has no evidence\n  left out: 1 of the unseen third\n',
    );
  });
});
