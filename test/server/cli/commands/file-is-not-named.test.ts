import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { command } = cliWorkspace({
  'broken.json': '{type: object}',
  'right.json': '{"total": 119}',
  'answer.json': '{"total": 119, "_meta": {"confidence_score": 1, "field_confidence": [], "issues": []}}',
  'a.xlsx': 'a workbook',
});

const noSchema = 'broken.json: Invalid JSON schema: ';

it.each([
  [['schema', 'new', '--from', 'nothing.pdf'], 'nothing.pdf: There is no such file'],
  [['extract', 'good.txt', '--schema', 'broken.json'], noSchema],
  [['schema', 'check', 'broken.json'], noSchema],
  [['schema', 'show', 'broken.json'], noSchema],
  [['score', 'good.txt', 'right.json', '--schema', 'broken.json'], noSchema],
  [['einvoice', 'check', 'a.xlsx'], 'a.xlsx: Unsupported file type'],
  [['report', 'nothing.json', 'good.txt'], 'nothing.json: There is no such file'],
  [['report', 'right.json', 'nothing.pdf'], 'nothing.pdf: There is no such file'],
  [['export', 'nothing.json', '-o', 'a.csv'], 'nothing.json: There is no such file'],
  [['export', 'answer.json', 'nothing.pdf', '-o', 'a.pdf'], 'nothing.pdf: There is no such file'],
])('says of which file it speaks: %j', async (args, why) => {
  const { code, err } = await command(args);
  expect([code, err]).toEqual([2, expect.stringContaining(`vouch: ${why}`)]);
});
