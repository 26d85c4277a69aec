import { shippedSchemas } from '../../../config/index.js';
import {
  createEngine,
  type Decimal,
  defaultThreshold,
  type EngineSettings,
  ExtractionError,
  type ExtractionRequest,
  type Outcome,
  type Part,
  parseSchema,
  type TokenBudget,
} from '../../../core/index.js';
import { builtPage } from '../../routes/playground-page.js';
import { tokenCount } from '../output/text.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';
import type { LiveSpending } from './live-spending.js';
import { type WatchedReading, watch } from './watched-reading.js';

/** The models that use tokens, with the most that each can use. Nothing is sent: each call is refused where it would be paid. */
export async function liveSpending(settings: EngineSettings): Promise<readonly LiveSpending[]> {
  const spendings: LiveSpending[] = [];
  for (const part of [...settings.tiers, ...(settings.witnesses ?? [])]) {
    let most: Pick<LiveSpending, 'tokens' | 'cost'> = { tokens: 0 };
    const asked: TokenBudget = {
      reserve: async (tokens, cost) => {
        most = { tokens, ...(cost && { cost }) };
        throw new ExtractionError('LLM_ERROR', 'Nothing is sent before it is confirmed');
      },
    };
    const { metered } = await read(part, settings, { tokenBudget: asked });
    if (metered) spendings.push({ part, label: part.label ?? part.plugin.name, ...most });
  }
  return spendings;
}

/** Lets each model read the sample invoice with the tokens that were announced and no more; one after the other, so that times are its own. */
export async function live(spendings: readonly LiveSpending[], settings: EngineSettings): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const spending of spendings) {
    try {
      const watched = watch(spending);
      const { outcome } = await read(watched.part, { ...settings, log: watched.log }, watched);
      findings.push(outcome ? said(spending.label, outcome, watched) : fail('live', `${spending.label}: was not asked`, help));
    } catch (error) {
      findings.push(fail('live', `${spending.label}: ${messageOf(error)}`, help));
    }
  }
  return findings;
}

const help = 'Check the key, the name of the model, base_url and the options of the provider; then try again.';

/** Calls that are made again because a failure may pass: a busy provider is no wrong configuration. */
const retriesOfFailures = 2;

/** A model as the only tier. */
async function read(
  part: Part<'model'>,
  settings: EngineSettings,
  terms: Pick<ExtractionRequest, 'tokenBudget' | 'observer' | 'signal'>,
): Promise<{ readonly metered: boolean; readonly outcome?: Outcome }> {
  const outages = { ...settings.outages, retryShare: 0, retriesAMinute: retriesOfFailures };
  const engine = createEngine({ ...settings, tiers: [part], witnesses: [], outages });
  try {
    if (engine.metered.length === 0) return { metered: false };
    const file = { name: 'sample-invoice.pdf', bytes: await sampleInvoice() };
    const schema = parseSchema(JSON.stringify(shippedSchemas.invoice));
    return { metered: true, outcome: await engine.extract({ file, schema, ...terms }) };
  } finally {
    await engine.close();
  }
}

/** The invoice that the playground shows. @throws Error before a build */
async function sampleInvoice(): Promise<Uint8Array> {
  const [, file] = [...builtPage()].find(([path]) => /sample-invoice[^/]*\.pdf$/.test(path)) ?? [];
  if (!file) throw new Error('The sample invoice is not there; run npm run build in a clone, else install Vouch anew.');
  return file.read();
}

function said(label: string, { draft, error, metadata, usage }: Outcome, { form, lessons }: WatchedReading): DoctorFinding {
  const used = [
    ...(form() === undefined ? [] : [`structured: ${form()}`]),
    `${usage.calls} ${usage.calls === 1 ? 'call' : 'calls'}`,
    `${tokenCount(usage.inputTokens)} tokens in, ${tokenCount(usage.cachedInputTokens)} of them cached, ${tokenCount(usage.outputTokens)} out`,
    ...(usage.currency === undefined ? [] : [usage.cost === null ? 'unknown cost' : `${shown(usage.cost)} ${usage.currency}`]),
    `${(metadata.processingTimeMs / 1000).toFixed(1)} s`,
    ...(lessons.length === 0 ? [] : [`learned: ${lessons.join('; ')}`]),
  ].join(', ');
  if (error || !draft) return fail('live', `${label}: ${error?.message ?? 'no answer'} (${used})`, help);
  // A list without rows has a score, but nothing was read for it.
  const readFields = draft.fields.filter(({ value }) => value !== null && !(Array.isArray(value) && value.length === 0));
  const sure = readFields.filter(({ score }) => score >= defaultThreshold).length;
  const says = `${label}: read ${readFields.length} of ${draft.fields.length} fields, ${sure} accepted; ${used}`;
  return sure === 0 ? warn('live', says, 'It answers, but nothing that it read is accepted; try another model.') : ok('live', says);
}

/** Rounded up to millionths, so that what is announced is never less than the most. */
export const shown = (cost: Decimal): string => cost.toDecimalPlaces(6, 0).toFixed();
