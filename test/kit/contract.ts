import { isDeepStrictEqual } from 'node:util';
import { columnName } from '../../core/evidence/check-name.js';
import {
  type Checkable,
  ConfigError,
  didYouMean,
  ExtractionError,
  type Finding,
  type Kind,
  type Kinds,
  type NamedValue,
  type OptionSchema,
  type Part,
  type Schema,
  unknown,
  type VerifierRule,
} from '../../core/index.js';
import { isConcept, lexicon } from '../../core/text.js';
import { type ReadResult, resultOf, type Trial, type TrialMaterial, trialsOf } from './contract-trial.js';
import { instanceOf, type PluginHost } from './instance.js';
import { partOf, runStage } from './stage.js';

/** Whether a plugin keeps one promise of its kind. */
export interface ContractResult {
  /** A sentence: 'refuses wrong options at the start'. */
  readonly promise: string;
  /** What happened instead; absent where the promise is kept. */
  readonly failure?: string;
  /** Why nobody could tell; absent where it was tried. */
  readonly skipped?: string;
}

/** What a plugin is tried with. */
export interface ContractTerms extends TrialMaterial {
  readonly host?: PluginHost;
}

/** Tries all promises of a plugin's kind. Never throws: what the plugin does wrong is a failure. */
export async function testContract<K extends Kind>(part: Part<K>, terms: ContractTerms): Promise<readonly ContractResult[]> {
  const started = await kept('starts with these options', async () => {
    await instanceOf(part, terms.host).close();
  });
  const options = await kept('refuses wrong options at the start, and says which', async () => refusesWrongOptions(part, terms.host));
  if (started.failure !== undefined) return [started, options];
  const trials: readonly Trial<K>[] = await trialsOf[part.plugin.kind](terms);
  const promises = trials.length === 0 ? [] : promisesOf(part, trials, terms);
  const skipped: readonly ContractResult[] =
    trials.length > 0
      ? []
      : [{ promise: 'works', skipped: 'there is no file to try: name some under "samples" of "vouch" in package.json' }];
  return [started, options, ...(await inTurn(promises)), ...skipped];
}

/** What does not answer, or throws, need not be asked again: the first failure ends the rest. */
async function inTurn(promises: readonly (() => Promise<ContractResult>)[]): Promise<readonly ContractResult[]> {
  const results: ContractResult[] = [];
  for (const promise of promises) {
    const result = await promise();
    results.push(result);
    if (result.failure !== undefined) break;
  }
  return results;
}

async function kept(promise: string, attempt: () => Promise<void> | void): Promise<ContractResult> {
  try {
    await attempt();
    return { promise };
  } catch (error) {
    return { promise, failure: error instanceof Error ? error.message : `it threw ${String(error)}, which is no Error` };
  }
}

/** The engine checks types by the schema of the options; what that cannot say, `create` must. */
function refusesWrongOptions<K extends Kind>({ plugin, options = {} }: Part<K>, host: PluginHost | undefined): void {
  const wrong = Object.entries(plugin.options?.properties ?? {}).map(([name, schema]) => ({ ...options, [name]: otherThan(schema) }));
  for (const given of [...wrong, { ...options, 'no such option': 1 }]) {
    try {
      instanceOf({ plugin, options: given }, host);
    } catch (error) {
      if (error instanceof ConfigError) continue;
      throw new Error(`create() throws ${String(error)}, where a ConfigError would have its place in the configuration`, { cause: error });
    }
    throw new Error(`it starts with the options ${JSON.stringify(given)}`);
  }
}

const otherThan = ({ type }: OptionSchema): unknown => (type === 'object' || type === 'array' ? 0 : []);

/** So long a call may go on after its signal has fired. */
const graceMs = 1_000;
/** So long a call on an example may take in all. */
const patienceMs = 5_000;
const atOnce = 8;

function promisesOf<K extends Kind>(
  { plugin, options = {} }: Part<K>,
  trials: readonly Trial<K>[],
  { host, subjects }: ContractTerms,
): readonly (() => Promise<ContractResult>)[] {
  const open = () => instanceOf<K>({ plugin, options }, host);
  const withPart = async (use: (part: Kinds[K]) => Promise<void>): Promise<void> => {
    const instance = open();
    try {
      await use(instance.part);
    } finally {
      await instance.close();
    }
  };
  const promise = (name: string, use: (part: Kinds[K]) => Promise<void>) => () => kept(name, () => withPart(use));
  return [
    promise('ends where the caller is gone before it begins', async (part) => {
      for (const trial of trials) await settles(trial, part, AbortSignal.abort(new Error('the caller is gone')));
    }),
    promise('ends soon after its time is over', async (part) => {
      for (const trial of trials.slice(0, 2)) await settles(trial, part, AbortSignal.timeout(5));
    }),
    promise('answers each example, or fails with an ExtractionError', async (part) => {
      for (const trial of trials) await outcomeOf(trial, part);
    }),
    promise('says the same again, and leaves what it was given as it was', async (part) => {
      for (const trial of trials) same(trial, await outcomeOf(trial, part), await outcomeOf(trial, part));
    }),
    promise(`says the same when ${atOnce} documents come at once`, async (part) => {
      const alone: unknown[] = [];
      for (const trial of trials) alone.push(await outcomeOf(trial, part));
      const many = Array.from({ length: Math.max(atOnce, trials.length) }, (_, index) => index % trials.length);
      const concurrent = await Promise.all(many.map((index) => (trials[index] ? outcomeOf(trials[index], part) : undefined)));
      for (const [place, index] of many.entries()) if (trials[index]) same(trials[index], alone[index], concurrent[place]);
    }),
    ...(plugin.kind === 'rule'
      ? [
          promise('cannot verify a document that prints nothing, and does not throw', (part) => knowsNothing(part as Kinds['rule'])),
          promise('names only fields and concepts that exist', async (part) =>
            namesWhatExists(part as Kinds['rule'], await Promise.all(subjects.map(resultOf))),
          ),
        ]
      : []),
  ];
}

/** What a call comes to: its result, or its failure. @throws Error where it fails otherwise, or takes too long */
async function outcomeOf<K extends Kind>(trial: Trial<K>, part: Kinds[K]): Promise<unknown> {
  const end = new AbortController();
  const called = Promise.resolve()
    .then(() => trial.call(part, end.signal))
    .catch((error: unknown) => {
      if (error instanceof ExtractionError) return { failure: error.code };
      throw new Error(`${trial.about}: it throws ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`, {
        cause: error,
      });
    });
  const answer = await within(patienceMs, called);
  end.abort();
  if (answer === late) throw new Error(`${trial.about}: it has not answered after ${patienceMs / 1_000} s`);
  return answer;
}

function same<K extends Kind>({ about }: Trial<K>, one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${about}: two calls with the same input answer differently`);
}

async function settles<K extends Kind>(trial: Trial<K>, part: Kinds[K], signal: AbortSignal): Promise<void> {
  const called = Promise.resolve()
    .then(() => trial.call(part, signal))
    .catch(() => undefined);
  if ((await within(graceMs, called)) === late)
    throw new Error(
      `${trial.about}: it goes on for more than ${graceMs} ms after its signal has fired; pass the signal on to what it waits for`,
    );
}

const late = Symbol('late');

async function within<T>(ms: number, called: Promise<T>): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([called, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing is printed and nothing was read: what a rule says then must not pass, and the engine must not have to say that it is broken. */
async function knowsNothing(rule: Kinds['rule']): Promise<void> {
  const schema = { total: { type: 'number' }, issue_date: { type: 'string', format: 'date' }, seller_name: { type: 'string' } };
  const { verification, error } = await runStage({ page: '', schema }, { rules: [partOf('rule', rule)] });
  if (error) throw new Error(error.message);
  for (const { status, notes } of verification?.checks ?? []) {
    if (status === 'PASSED') throw new Error('it passes, though nobody knows any value');
    const broken = notes.find((note) => note.startsWith(`the rule ${rule.type} failed`));
    if (broken) throw new Error(broken);
  }
}

/**
 * Tries whether a rule's needs are concepts, and whether what it says of the examples is said of fields that somebody has. The engine passes over
 * a name that it does not know, so that a misspelt one has no effect at all.
 * @throws Error with what was probably meant
 */
async function namesWhatExists(rule: VerifierRule, examples: readonly ReadResult[]): Promise<void> {
  const { needs = [] } = rule;
  refuseStrange(needs);
  for (const { id, result, context } of examples) {
    const printed = new Set<string>();
    const findings = await rule.check(noting(result, printed), { ...context, signal: new AbortController().signal });
    const needed = needs.map((need) => (typeof need === 'string' ? need : need.name));
    refuseUnknown(findings, new Set([...needed, ...printed, ...namesIn(result.schema)]), id);
  }
}

function refuseStrange(needs: NonNullable<VerifierRule['needs']>): void {
  const [strange] = needs.flatMap((need): readonly string[] => (typeof need === 'string' && !isConcept(need) ? [need] : []));
  if (strange === undefined) return;
  const guess = didYouMean(strange, Object.keys(lexicon));
  throw new Error(`it needs the concept "${strange}", which does not exist.${guess} Another field is described: { name: '${strange}' }`);
}

function refuseUnknown(findings: readonly Finding[], known: ReadonlySet<string>, id: string): void {
  const fields = findings.filter(isVerdict).flatMap((finding) => finding.fields);
  const missing = fields.find((field) => !isKnown(field, known));
  if (missing === undefined) return;
  const guess = didYouMean(missing, [...known]);
  throw new Error(`${id}: it names the field "${missing}", which is neither in the schema nor in its needs.${guess}`);
}

/** The result, which tells what it names amounts that are printed and are no field. */
function noting(result: Checkable, names: Set<string>): Checkable {
  const noted = <Values extends readonly NamedValue[] | undefined>(values: Values): Values => {
    for (const { field } of values ?? []) names.add(field);
    return values;
  };
  return { ...result, shadow: (concept) => noted(result.shadow(concept)), between: (from, to) => noted(result.between(from, to)) };
}

/** What cannot be verified names what is missing, and so is no silent mistake. */
const isVerdict = (finding: Finding): boolean =>
  'holds' in finding ? finding.holds !== null : finding.expected !== unknown && finding.actual !== unknown;

/** 'line_items[0].amount' is known as 'line_items[].amount', and a concept under its own name. */
const isKnown = (field: string, known: ReadonlySet<string>): boolean =>
  known.has(field) || known.has(field.replaceAll(/\[\d+\]/g, '[]')) || isConcept(field);

/** The fields as checks name them, and the arrays, whose names stand for their amounts. */
const namesIn = ({ fields }: Schema): readonly string[] =>
  fields.flatMap(({ path }) => [columnName(path), ...(path.includes('[]') ? [columnName(path.slice(0, path.indexOf('[]')))] : [])]);
