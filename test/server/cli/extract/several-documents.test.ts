import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import { readResult } from '../../../../server/cli/audit/result.js';
import { exitCodeOf } from '../../../../server/cli/extract/answer.js';
import { runTable } from '../../../../server/cli/extract/extract.js';
import { printAnswer } from '../../../../server/cli/extract/print-answer.js';
import { textStyles } from '../../../../server/cli/terminal.js';
import { csvOf } from '../../../../server/export/csv.js';
import { type FileAnswer, failureOf } from '../../../../server/export/file-answers.js';
import { answerTables } from '../../../../server/export/tables.js';
import type { DocumentBody, PartBody } from '../../../../server/index.js';

const schema = parseSchema('{"type": "object", "properties": {"total": {"type": "number"}}, "required": ["total"]}');
const metadata = { processing_time_ms: 100, credits: 1, fallback_triggered: false };

const said = (total: number, score: number): DocumentBody => ({
  object: { total, _meta: { confidence_score: score, field_confidence: [{ field: '$.total', score, reason: 'Exact match' }], issues: [] } },
  metadata,
});
const failed: DocumentBody = { object: null, metadata, error: { code: 'LLM_ERROR', message: 'openai: 500' } };

const fileOf = (...documents: readonly DocumentBody[]) => ({
  kind: 'answered' as const,
  file: 'scan.pdf',
  body: {
    object: null,
    metadata: { ...metadata, credits: documents.length },
    documents: documents.map((document, index): PartBody => ({ pages: [2 * index + 1, 2 * index + 2], ...document })),
  },
});

const exit = (answer: FileAnswer) => exitCodeOf(answer, { failOn: ['confidence'], threshold: 0.85, schema });

describe('a file of several documents on the command line', () => {
  it('is printed document by document, each with its pages', () => {
    const text = printAnswer('scan.pdf', fileOf(said(35, 0.99), said(48, 0.98)).body, { colours: false, width: 100 });
    expect(text).toMatch(
      /scan\.pdf: 2 documents {2}2 credits[\s\S]*scan\.pdf p1-2 {2}confidence 0\.99[\s\S]*35[\s\S]*scan\.pdf p3-4 {2}confidence 0\.98[\s\S]*48/,
    );
  });

  it('has a line for each in the table of the run and in CSV', () => {
    const answers = [fileOf(said(35, 0.99), said(48, 0.5))];
    const table = runTable(answers, 0.85, textStyles(false));
    expect(table).toMatch(/scan\.pdf p3-4 +doubtful +total 0\.50\n1 files · 2 documents · 1 done · 1 doubtful · 0 failed · 2 credits/);
    const [documents = { header: [], rows: [] }] = answerTables(answers, { schema, threshold: 0.85, addressOf: (file) => file });
    expect(csvOf(documents)).toBe(
      '\u{feff}file,state,why,confidence,total\r\nscan.pdf p1-2,done,,0.99,35\r\nscan.pdf p3-4,doubtful,total 0.50,0.5,48\r\n',
    );
  });

  it('ends a run as its worst document does', () => {
    expect([exit(fileOf(said(35, 0.99), said(48, 0.99))), exit(fileOf(said(35, 0.99), said(48, 0.5)))]).toEqual([0, 5]);
    expect(exit(fileOf(said(35, 0.99), failed))).toBe(3);
  });

  it('says which of its documents failed', () => {
    expect(failureOf(fileOf(said(35, 0.99), failed))).toBe('1 of 2 documents failed, p3-4: LLM_ERROR: openai: 500');
  });

  it('is verified document by document', () => {
    const { body } = fileOf(said(35, 0.99), said(48, 0.98));
    expect(() => readResult(JSON.stringify(body))).toThrow('it is the answer about 2 documents in one file; give one of its "documents"');
    expect(readResult(JSON.stringify(body.documents[1])).data).toEqual({ total: 48 });
  });
});
