import { describe, expect, it } from 'vitest';
import { type Converter, type Document, definePlugin, type Part } from '../../../../core/index.js';
import { documentOf, run, scriptedModel } from '../../builders.js';

const document = documentOf('Total 120.00', 'Thank you');

/** Whoever reads gets parts of the document from the converter that opened it. */
const converterThat = (more: Partial<Converter>, opened: Document = document): Part<'converter'> => ({
  plugin: definePlugin({
    kind: 'converter',
    name: 'parting',
    create: (): Converter => ({ format: 'TYPED', accepts: () => true, convert: async () => opened, ...more }),
  }),
});

async function taskWith(converter: Part<'converter'>) {
  const model = scriptedModel('a', []);
  await run({ fields: { total: { type: 'number' } }, converters: [converter], tiers: [model] });
  const [task] = model.tasks;
  if (!task) throw new Error('the model was not asked');
  return task;
}

describe('the parts of a document that a model can ask for', () => {
  it('are files and pictures of the pages it names, made by the converter', async () => {
    const { pages } = await taskWith(
      converterThat({
        excerpt: async (_file, wanted) => Uint8Array.from(wanted),
        draw: async (_file, page, _signal, width = 7) => ({ mediaType: 'image/png', width, height: page, bytes: new Uint8Array() }),
      }),
    );
    expect(await pages?.excerpt?.([2, 1])).toEqual(Uint8Array.of(2, 1));
    expect(await pages?.draw?.(2, 900)).toMatchObject({ width: 900, height: 2 });
    expect(await pages?.draw?.(1)).toMatchObject({ width: 7, height: 1 });
  });

  it('are none where the converter makes none, and only those that it makes', async () => {
    expect(await taskWith(converterThat({}))).not.toHaveProperty('pages');
    const { pages } = await taskWith(converterThat({ excerpt: async () => new Uint8Array() }));
    expect(Object.keys(pages ?? {})).toEqual(['excerpt']);
  });
});
