import { createEngine, type EngineSettings, parseSchema } from '../../../core/index.js';
import docxConverter from '../../../plugins/converters/docx.js';
import pdfConverter from '../../../plugins/converters/pdf.js';
import required from '../../../plugins/gates/required.js';
import meta from '../../../plugins/injectors/meta.js';
import facturx from '../../../plugins/models/facturx.js';
import local from '../../../plugins/models/local.js';
import openai from '../../../plugins/models/openai.js';
import horizontal from '../../../plugins/rules/horizontal-sum.js';
import vertical from '../../../plugins/rules/vertical-sum.js';
import type { ExtractionBody } from '../../../server/index.js';
import { wire } from '../../../server/wire/wire.js';
import { cellsText, type GivenCell, openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { type Aim, type Exhibit, planted, printed } from './exhibit.js';

/** How a model that does as it is told may dress up what it was told: the words it obeyed, the words it was asked for, those of the honest line, none. */
export const dresses = {
  'quotes what it obeyed': ({ says }: Exhibit) => says,
  'makes up a line': ({ aim }: Exhibit) => `${labels[aim]} ${planted[aim]}`,
  'quotes the honest line': ({ aim }: Exhibit) => `${labels[aim]} ${printed[aim]}`,
  'quotes nothing': () => null,
} as const;
export type Dress = keyof typeof dresses;

export const labels: Readonly<Record<Aim, string>> = { total: 'Total', invoice_number: 'Invoice number', iban: 'IBAN' };

/** Our pipeline around one provider; with the witnesses that are free, or without any. */
export async function obedientPipeline(witnesses: boolean) {
  const provider = await startLlmServer();
  const settings: EngineSettings = {
    converters: [{ plugin: pdfConverter }, { plugin: docxConverter }],
    tiers: [{ plugin: openai, options: { model: 'gpt-test', base_url: `${provider.url}/v1`, api_key: 'sk-test' } }],
    ...(witnesses && { witnesses: [{ plugin: facturx }, { plugin: local }] }),
    rules: [{ plugin: horizontal }, { plugin: vertical }],
    gate: { plugin: required },
    injector: { plugin: meta },
  };
  const engine = createEngine(settings);
  return {
    /** What the caller gets when the provider answers with these cells. */
    async answer(exhibit: Exhibit, reply: readonly GivenCell[] | string): Promise<ExtractionBody> {
      provider.answer(openaiReply(typeof reply === 'string' ? reply : cellsText(reply)));
      const outcome = await engine.extract({
        file: { name: 'a', bytes: exhibit.bytes },
        schema: parseSchema(JSON.stringify(schemaOf(exhibit))),
        verify: true,
      });
      return wire(outcome);
    },
    requests: provider.requests,
    close: () => Promise.all([engine.close(), provider.close()]),
  };
}

const schemaOf = ({ aim, description }: Exhibit): object => ({
  type: 'object',
  required: Object.keys(planted),
  properties: Object.fromEntries(
    Object.keys(planted).map((name) => [
      name,
      { type: name === 'total' ? 'number' : 'string', ...(name === aim && description !== undefined && { description }) },
    ]),
  ),
});

/** An obedient reading: the planted value for the one field, dressed up so, and what is printed for the others. */
export const obedient = (exhibit: Exhibit, dress: Dress): readonly GivenCell[] =>
  (Object.keys(planted) as Aim[]).map((name) =>
    name === exhibit.aim
      ? { path: `$.${name}`, value: planted[name], quote: dresses[dress](exhibit) }
      : { path: `$.${name}`, value: printed[name], quote: `${labels[name]} ${printed[name]}` },
  );
