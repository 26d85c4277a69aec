import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, parseSchema } from '../../../../core/index.js';
import pdf from '../../../../plugins/converters/pdf.js';
import { samplePath } from '../../../fixtures/sample.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { ofDoor } from '../../client/answering.js';
import { key } from '../../support/door.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { cliWorkspace } from '../cli-workspace.js';

const { folder, command, vouch } = cliWorkspace({
  'vouch.config.yaml': 'schemas:\n  invoice: { version: "2" }\n  receipt: {}\nserver: { store: "memory:" }\n',
  'none.yaml': 'server: { store: "memory:" }\n',
});
mkdirSync(join(folder, 'inbox'));
writeFileSync(join(folder, 'inbox/blank.pdf'), rawPdf([{ content: at(72, 700, 'Hello') }]));
cpSync(samplePath, join(folder, 'inbox/invoice.pdf'));
writeFileSync(join(folder, 'inbox/receipt.pdf'), rawPdf([{ content: at(72, 700, 'RECEIPT', 30) + at(72, 600, 'Total 12.00') }]));

const unknown = /^The document belongs to none of the schemas for certain \(.*\): name one, or send a schema of your own$/;

describe('vouch extract --schema auto', () => {
  it('reads each file of a folder by the schema that it belongs to, and refuses one of which nobody can tell', async () => {
    const { code, out, err } = await vouch(['extract', '--json', '--schema', 'auto', '--csv', 'all.csv', 'inbox']);
    const [blank, invoice, receipt] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(blank).toEqual({ file: 'inbox/blank.pdf', detail: expect.stringMatching(unknown) });
    expect([invoice.schema, invoice.object.invoice_number]).toEqual([{ name: 'invoice', version: '2' }, 'BW-2026-0147']);
    expect([receipt.schema, Object.keys(receipt.object)]).toEqual([
      { name: 'receipt', version: '1' },
      expect.arrayContaining(['merchant_name']),
    ]);
    expect([code, err]).toEqual([2, expect.stringMatching(/3 files · .*1 failed/)]);
  });

  it('says for people which schema it is, and knows which fields it requires', async () => {
    const { code, out } = await command(['extract', '-s', 'auto', '--fail-on', 'confidence', samplePath]);
    expect([code, out]).toEqual([0, expect.stringMatching(/sample-invoice\.pdf {2}invoice\/2 · confidence/)]);
  });

  it('asks a server which of its schemas it is', async () => {
    const text = '{"type": "object", "properties": {"total": {"type": "number"}}}';
    const invoice = { name: 'invoice', version: '3', title: 'Invoice', words: [], schema: parseSchema(text), text };
    const { server } = await ofDoor({ engine: createEngine({ ...tinyParts(), converters: [{ plugin: pdf }], schemas: [invoice] }) });
    const ask = (...more: readonly string[]) =>
      command(['extract', '--json', '-s', 'auto', '--server', server, ...more, samplePath], { env: { VOUCH_API_KEY: key } });
    const { code, out } = await ask();
    expect([code, JSON.parse(out).schema]).toEqual([0, { name: 'invoice', version: '3' }]);
    expect(await ask('--fail-on', 'confidence')).toMatchObject({ code: 2, err: expect.stringMatching(/: name the schema\.\n$/) });
  });

  it('needs schemas to choose among', async () => {
    const { code, err } = await command(['extract', '-s', 'auto', '--config', 'none.yaml', samplePath]);
    expect([code, err]).toEqual([2, expect.stringContaining('name them in `schemas`')]);
  });
});
