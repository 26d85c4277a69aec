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
import { type GivenCell, openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { type Aim, type InjectionExhibit, planted, printed } from './exhibit.js';

/** What an obedient model may quote as evidence: the order itself, a made-up line, the honest line, or nothing. */
export const quoteStyles = {
  'quotes what it obeyed': ({ says }: InjectionExhibit) => says,
  'makes up a line': ({ aim }: InjectionExhibit) => `${labels[aim]} ${planted[aim]}`,
  'quotes the honest line': ({ aim }: InjectionExhibit) => `${labels[aim]} ${printed[aim]}`,
  'quotes nothing': () => null,
} as const;
export type QuoteStyle = keyof typeof quoteStyles;

export const labels: Readonly<Record<Aim, string>> = { total: 'Total', invoice_number: 'Invoice number', iban: 'IBAN' };

/** Our pipeline with one provider, and with the free witnesses or none. */
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
    /** The answer to the caller when the provider replies with these cells. */
    async answer(exhibit: InjectionExhibit, reply: readonly GivenCell[] | string): Promise<ExtractionBody> {
      provider.answer(openaiReply(reply));
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

const schemaOf = ({ aim, description }: InjectionExhibit): object => ({
  type: 'object',
  required: Object.keys(planted),
  properties: Object.fromEntries(
    Object.keys(planted).map((name) => [
      name,
      { type: name === 'total' ? 'number' : 'string', ...(name === aim && description !== undefined && { description }) },
    ]),
  ),
});

/** The cells of an obedient model: the planted value with this style of quote for one field, and the printed values for the others. */
export const obedient = (exhibit: InjectionExhibit, dress: QuoteStyle): readonly GivenCell[] =>
  (Object.keys(planted) as Aim[]).map((name) =>
    name === exhibit.aim
      ? { path: `$.${name}`, value: planted[name], quote: quoteStyles[dress](exhibit) }
      : { path: `$.${name}`, value: printed[name], quote: `${labels[name]} ${printed[name]}` },
  );
