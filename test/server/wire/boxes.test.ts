import { describe, expect, it } from 'vitest';
import { cell, documentOf, engineOf, scriptedModel } from '../../core/builders.js';
import { extract, openDoor, play } from '../support/door.js';
import { filePart, form, goodForm, schemaPart } from '../support/form.js';

/** The typewriter of the builders: 6 by 10 points a letter, lines 12 apart from 40, 40 on. */
const document = documentOf('Invoice\nTotal amount\n120.00');
const total = cell('$.total', '120.00', { quote: 'Total amount 120.00' });
const asked = schemaPart(JSON.stringify({ type: 'object', properties: { total: { type: 'number' }, note: { type: 'string' } } }));
const open = (more = {}) => openDoor({ engine: engineOf({ document, tiers: [scriptedModel('reader', [total])], ...more }) });
const boxes = { name: 'include', value: 'boxes' };

describe.each([
  ['/v1/extract', extract],
  ['/v1/playground', play],
])('include=boxes at %s', (_, post) => {
  it('says where the words of a value stand, one rectangle a line in shares of the page', async () => {
    const { body } = await post(await open(), form(filePart(), asked, boxes));
    expect(body.object._meta.field_confidence[0]).toMatchObject({
      field: '$.total',
      page: 1,
      boxes: [
        { page: 1, x: 0.0672, y: 0.0618, w: 0.121, h: 0.0119 },
        { page: 1, x: 0.0672, y: 0.076, w: 0.0605, h: 0.0119 },
      ],
    });
  });

  it('says nothing of a value that was not found', async () => {
    const { body } = await post(await open(), form(filePart(), asked, boxes));
    expect(Object.keys(body.object._meta.field_confidence[1])).toEqual(['field', 'score', 'reason']);
  });

  it('says nothing where no viewer shows such a page', async () => {
    const { body } = await post(await open({ document: { ...document, markdown: 'Total amount 120.00' } }), form(filePart(), asked, boxes));
    expect(Object.keys(body.object._meta.field_confidence[0])).toEqual(['field', 'score', 'reason', 'page', 'text']);
  });

  it('adds nothing else, and nothing at all when it is empty or not sent', async () => {
    const app = await open();
    const bodies = [];
    for (const parts of [[boxes], [{ name: 'include', value: '' }], []]) {
      const { body } = await post(app, form(filePart(), asked, ...parts));
      bodies.push(JSON.stringify({ ...body, metadata: { ...body.metadata, processing_time_ms: 0 } }));
    }
    const [withBoxes = '', empty, without] = bodies;
    expect([withBoxes.replace(/,"boxes":\[.*?\]/, ''), empty]).toEqual([without, without]);
    expect(without).not.toContain('boxes');
  });

  it.each(['words', 'boxes,words', 'Boxes'])('refuses %j, naming what is allowed', async (value) => {
    const { status, body } = await post(await openDoor(), goodForm({ name: 'include', value }));
    expect([status, body]).toEqual([
      400,
      { detail: 'include must be boxes, evidence, candidates, operands, usage, receipt, or several of them with commas' },
    ]);
  });
});
