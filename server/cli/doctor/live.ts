import { shippedSchemas } from '../../../config/index.js';
import {
  ConfigError,
  createEngine,
  type Decimal,
  defaultThreshold,
  type EngineSettings,
  ExtractionError,
  type ExtractionModel,
  type ExtractionRequest,
  type Observation,
  type Observer,
  type Outcome,
  type Part,
  parseSchema,
  type TokenBudget,
} from '../../../core/index.js';
import { builtPage } from '../../routes/playground-page.js';
import { atTerminal, isInteractive, type Terminal, tokenCount } from '../terminal.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';

/** The most that a model can use for the sample invoice. The cost is absent where the model has no price. */
interface LiveSpending {
  readonly part: Part<'model'>;
  readonly label: string;
  readonly tokens: number;
  readonly cost?: Decimal;
}

/** The models that use tokens, with the most that each can use. Nothing is sent: each call is refused where it would be paid. */
export async function liveSpending(settings: EngineSettings): Promise<readonly LiveSpending[]> {
  const spendings: LiveSpending[] = [];
  for (const part of [...settings.tiers, ...(settings.witnesses ?? [])]) {
    let most: Pick<LiveSpending, 'tokens' | 'cost'> = { tokens: 0 };
    const recording: TokenBudget = {
      reserve: async (tokens, cost) => {
        most = { tokens, ...(cost && { cost }) };
        throw new ExtractionError('LLM_ERROR', 'Nothing is sent before it is confirmed');
      },
    };
    const { metered } = await read(part, settings, { tokenBudget: recording });
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
      findings.push(outcome ? findingOf(spending.label, outcome, watched) : fail('live', `${spending.label}: was not asked`, help));
    } catch (error) {
      findings.push(fail('live', `${spending.label}: ${messageOf(error)}`, help));
    }
  }
  return findings;
}

const help = 'Check the key, the name of the model, base_url and the options of the provider; then try again.';

/** Calls that are made again because a failure may pass: a busy provider is no wrong configuration. */
const retriesOfFailures = 2;

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

function findingOf(label: string, { draft, error, metadata, usage }: Outcome, { form, lessons }: WatchedReading): DoctorFinding {
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
const shown = (cost: Decimal): string => cost.toDecimalPlaces(6, 0).toFixed();

/** Says what will be spent at most, and asks for a yes where none was given. @throws ConfigError without a yes */
export async function consent(
  spendings: readonly Omit<LiveSpending, 'part'>[],
  { currency, yes }: { readonly currency: string | undefined; readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  for (const { label, tokens, cost } of spendings) {
    const price = cost && currency !== undefined ? `${shown(cost)} ${currency}` : 'its price is not configured';
    terminal.stderr.write(`${label}: one sample invoice, at most ${tokens.toLocaleString('en')} tokens; ${price}\n`);
  }
  if (yes || spendings.length === 0) return;
  if (!isInteractive(terminal)) throw new ConfigError('Nothing was sent: there is no terminal to confirm at. --yes confirms it.');
  const answer = await atTerminal(terminal, (question) => question('Send it? [y/N] '));
  if (!/^y(es)?$/i.test(answer ?? '')) throw new ConfigError('Nothing was sent: it was not confirmed.');
}

/** A reading that is stopped where it has used what was confirmed, and what came to light of the model and its server. */
interface WatchedReading {
  readonly part: Part<'model'>;
  readonly tokenBudget: TokenBudget;
  readonly observer: Observer;
  /** Fires when more was used than was confirmed. */
  readonly signal: AbortSignal;
  readonly log: NonNullable<EngineSettings['log']>;
  /** How answers were held to their form last; undefined where the model does not say. */
  form(): string | undefined;
  /** What was learned of the server, in the order in which it was. */
  readonly lessons: readonly string[];
}

function watch({ part, tokens }: LiveSpending): WatchedReading {
  const lessons: string[] = [];
  const failures: unknown[] = [];
  const stopped = new AbortController();
  let form: string | undefined;
  let used = 0;
  const observer: Observer = {
    begin(step): Observation {
      if (step.kind === 'call') form = step.form;
      return {
        ...observer,
        end({ usage }) {
          if (step.kind !== 'call' || !usage) return;
          used += usage.inputTokens + usage.outputTokens;
          if (used > tokens)
            stopped.abort(
              new ExtractionError('LLM_ERROR', `It was stopped, because it had used ${used} tokens of ${tokens} that were confirmed`),
            );
        },
      };
    },
  };
  return {
    part: { ...part, plugin: { ...part.plugin, create: (...given) => recorded(part.plugin.create(...given), failures) } },
    tokenBudget: upTo(tokens, () => failures.at(-1)),
    observer,
    signal: stopped.signal,
    log: (_message, details) => {
      if (typeof details?.['lesson'] === 'string') lessons.push(details['lesson']);
    },
    form: () => form,
    lessons,
  };
}

const recorded = (model: ExtractionModel, failures: unknown[]): ExtractionModel =>
  Object.create(model, {
    read: {
      value: async (...task: Parameters<ExtractionModel['read']>) => {
        try {
          return await model.read(...task);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
    },
  });

/** What was confirmed, over all tries: one that may have been worked on leaves nothing for another. */
function upTo(limit: number, lastFailure: () => unknown): TokenBudget {
  let left = limit;
  return {
    reserve: async (tokens) => {
      if (tokens > left) throw notAgain(lastFailure());
      left -= tokens;
      return async (used) => {
        left += tokens - used;
      };
    },
  };
}

function notAgain(failure: unknown): ExtractionError {
  const why = 'the first try may have used the tokens that were confirmed';
  if (failure instanceof ExtractionError)
    return new ExtractionError(failure.code, `${failure.message}; it is not asked again, because ${why}`);
  return new ExtractionError('LLM_ERROR', 'It needs more tokens than were confirmed');
}
