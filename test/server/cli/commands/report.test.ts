import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenSum } from '../../../fixtures/documents.js';
import { invoiceDocx } from '../../../fixtures/docx/invoice-docx.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { samplePath } from '../../../fixtures/sample.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { cliWorkspace } from '../cli-workspace.js';

/** The shipped pipeline, in which the real converter draws the pages in its child process. */
const { vouch, command, folder } = cliWorkspace({ 'vouch.config.yaml': 'server: { store: "memory:" }\n' });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The text that a person reads, without markup, entities and styles. */
const text = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');

let page = '';
let answer = '';
beforeAll(async () => {
  answer = (await vouch(['extract', samplePath, '--json', '--report', 'sample.html'])).out;
  page = read('sample.html');
});

describe('the report of an extraction', () => {
  it('is one self-contained file without scripts, addresses and requests', () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).not.toMatch(/<script|<link|<iframe|\bon\w+=|@import|url\(/);
    expect(
      [...page.matchAll(/(?:src|href)="([^"]{0,8})/g)].map(([, start]) => start).filter((start) => !/^(#|data:ima)/.test(start ?? '')),
    ).toEqual([]);
    expect(page).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`);
  });

  it('shows values with score, level, reason, quote and what the score was made from', () => {
    const said = text(page);
    expect(said).toMatch(/11 Total 12,231\.98 0\.99 Very high page 2 “?Total €12,231\.98”? Exact match: quote on page 2, label "Total"/);
    expect(said).toMatch(
      /What it was made from \+\d\.\d\d what this reader is worth .*\+\d\.\d\d evidence\.exact Exact match: quote on page 2/,
    );
  });

  it('describes the checks in sentences, also when the answer has none', () => {
    expect(text(page)).toContain('Subtotal 9,944.70 + Tax 2,287.28 = Total 12,231.98');
    expect(text(page)).toContain('Sum of 18 Line items 9,944.70 = Subtotal 9,944.70');
  });

  it('has each page as a picture of at most 1,100 pixels with an alternative text, and for each value a mark with links to it and back', () => {
    const pictures = [...page.matchAll(/<img src="data:image\/(\w+);base64,([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)"/g)];
    expect(pictures.map(([, type, , width, height]) => [type, width, height])).toEqual([
      ['png', '1100', '1557'],
      ['png', '1100', '1557'],
    ]);
    for (const [, , bytes = '', width] of pictures) expect(Buffer.from(bytes, 'base64').readUInt32BE(16)).toBe(Number(width));
    expect(pictures[0]?.[5]).toMatch(/^Page 1 of the document; \d+ places are marked on it/);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(page.match(/<a class="mark[^"]*" href="#v4"[^>]*/)?.[0]).toMatch(
      /title="Currency: EUR; Subtotal: 9,944\.70" style="left:56\.30%;top:/,
    );
  });

  it('has landmarks, one heading above the others, tables with headings, and no id twice', () => {
    expect([...page.matchAll(/<(header|main|h1)\b/g)].map(([, name]) => name)).toEqual(['header', 'h1', 'main']);
    expect([...page.matchAll(/<section[^>]*>/g)].every(([section]) => section.includes('aria-labelledby='))).toBe(true);
    expect([...page.matchAll(/<tr[^>]*>\s*<td(?![^>]*class="no")/g)]).toEqual([]);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('does not change the answer', () => {
    expect(answer).not.toContain('boxes');
    expect(JSON.parse(answer).object.total).toBe(12231.98);
  });
});

describe('vouch report', () => {
  it('makes the same report of a kept answer, whose quotes it locates again', async () => {
    writeFileSync(join(folder, 'kept.json'), answer);
    const { code, out, err } = await command(['report', 'kept.json', samplePath, '-o', 'again.html']);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    const marks = (html: string): readonly string[] => [...html.matchAll(/style="left:[^"]+"/g)].map(([place]) => place);
    expect(marks(read('again.html'))).toEqual(marks(page));
    expect(text(read('again.html'))).toContain('Subtotal 9,944.70 + Tax 2,287.28 = Total 12,231.98');
  });

  it('states the difference of a failed check, and what is missing for one that could not be made', async () => {
    writeFileSync(join(folder, 'broken.pdf'), await invoicePdf(brokenSum()));
    const { out } = await command(['extract', 'broken.pdf', '--json', '--boxes', '--report', 'broken.html']);
    const said = text(read('broken.html'));
    expect(said).toMatch(/Look at these first.*Check failed: total, subtotal, tax.*No\. Field Value Score Evidence/);
    expect(said).toContain('Failed Subtotal 542.00 + Tax 108.40 = 650.40, but Total says 670.40: 20.00 too much.');
    const body = JSON.parse(out);
    const check = {
      type: 'HORIZONTAL_SUM',
      status: 'CANNOT_VERIFY',
      fields: ['total', 'subtotal', 'amount_due'],
      passed: false,
      delta: null,
      expected: null,
      actual: 650.4,
    };
    body.verification = { ...body.verification, status: 'CANNOT_VERIFY', checks_run: [check] };
    writeFileSync(join(folder, 'missing.json'), JSON.stringify(body));
    const { out: missing } = await command(['report', 'missing.json', 'broken.pdf']);
    expect(text(missing)).toContain('Cannot be checked Total cannot be checked: Amount due is missing.');
    const late = {
      type: 'LIMIT',
      status: 'FAILED',
      fields: ['total'],
      passed: false,
      expected: 'at most 100',
      actual: 650.4,
      policy: true,
    };
    body.verification = { ...body.verification, status: 'FAILED', checks_run: [late] };
    writeFileSync(join(folder, 'held.json'), JSON.stringify(body));
    expect(text((await command(['report', 'held.json', 'broken.pdf'])).out)).toContain('Failed Total should be at most 100, not 650.4.');
  });

  it('shows a DOCX as its text with the quotes marked', async () => {
    writeFileSync(join(folder, 'letter.docx'), await invoiceDocx(brokenSum()));
    await command(['extract', 'letter.docx', '--report', 'letter.html']);
    const html = read('letter.html');
    expect(html).not.toContain('<img');
    expect(html).toMatch(/<a class="mark [\w-]+" href="#v1"[^>]*><i id="b1"><\/i><mark>Invoice number<\/mark>|<mark>AF-2025-0318<\/mark>/);
    expect(text(html)).toContain('Thank you for your order');
    const ids = [...html.matchAll(/ id="(b\d+)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/class="place" href="#(b\d+)"/g)].map(([, id]) => id);
    expect([links.length > 10, links.filter((id) => !ids.includes(id)), new Set(ids).size]).toEqual([true, [], ids.length]);
  });

  it('escapes all texts of a document or an answer', async () => {
    const [evil, entry] = [
      '<img src=x onerror="alert(1)">\u202e',
      { score: 0.5, page: 1, text: '"><script>alert(2)</script>', reason: "'<b>" },
    ];
    const object = {
      '<i>name</i>': evil,
      total: 1,
      _meta: { confidence_score: 0.5, field_confidence: [{ field: '$.total', ...entry }], issues: ['<svg onload=alert(3)>'] },
    };
    writeFileSync(join(folder, 'evil.json'), JSON.stringify({ object, metadata: { credits: 1 } }));
    const { out } = await command(['report', 'evil.json', samplePath]);
    expect(out).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
    expect(out).not.toMatch(/<img src=x|<script|<svg onload|<i>name|\u202e|'<b>/);
  });

  it('shows a failed extraction with its reason, and a document that cannot be drawn without pages', async () => {
    writeFileSync(join(folder, 'damaged.pdf'), '%PDF-1.7\nnothing more');
    const { code } = await command(['extract', 'damaged.pdf', '--report', 'damaged.html']);
    expect(code).toBe(3);
    expect(text(read('damaged.html'))).toMatch(
      /Nothing could be read PDF could not be read: .*\(EXTRACTION_FAILED\).*The document cannot be shown/,
    );
  });

  it('warns where some quotes do not stand in the document, with boxes in the answer or without', async () => {
    const { object } = JSON.parse(answer);
    const [quote] = object._meta.field_confidence.filter(
      ({ page: on, text: words }: { page: number; text: string }) => on === 1 && /^[ -~]+$/.test(words),
    );
    writeFileSync(join(folder, 'alike.pdf'), rawPdf([{ content: at(40, 700, quote.text, 12) }]));
    const boxed = (await command(['extract', samplePath, '--json', '--boxes'])).out;
    writeFileSync(join(folder, 'boxed.json'), boxed);
    for (const args of [
      ['report', 'kept.json', 'alike.pdf', '-o', 'alike.html'],
      ['report', 'boxed.json', 'alike.pdf', '-o', 'alike.html'],
      ['export', 'kept.json', 'alike.pdf', '-o', 'alike-marked.pdf'],
    ])
      expect(await command(args)).toEqual({
        code: 0,
        out: '',
        err: expect.stringMatching(
          /^\d+ of the \d+ quotes of the answer do not stand on the pages of alike\.pdf; is it the document that was read\? vouch verify says which\.\n$/,
        ),
      });
    expect(await command(['report', 'boxed.json', samplePath, '-o', 'right.html'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('refuses what is not an answer, an answer about another document, several documents, and a file that cannot be written', async () => {
    writeFileSync(join(folder, 'no.json'), '[1]');
    writeFileSync(join(folder, 'other.pdf'), rawPdf([{ content: at(40, 700, 'Minutes of the meeting in May', 12) }]));
    const [none, other, marked, several, nowhere] = await Promise.all([
      command(['report', 'no.json', samplePath]),
      command(['report', 'kept.json', 'other.pdf']),
      command(['export', 'kept.json', 'other.pdf', '-o', 'marked.pdf']),
      command(['extract', samplePath, samplePath, '--report', 'two.html']),
      command(['report', 'kept.json', samplePath, '-o', 'gone/away.html']),
    ]);
    expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('it is no answer of Vouch') });
    for (const { code, err } of [other, marked])
      expect([code, err]).toEqual([2, expect.stringMatching(/other\.pdf: none of the \d+ quotes of the answer stands on its pages/)]);
    expect(several).toMatchObject({ code: 2, err: expect.stringContaining('two.html can show one document, but there are 2 files') });
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('gone/away.html cannot be written: there is no such folder') });
  });
});
