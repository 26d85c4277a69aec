import { Ajv, type ErrorObject } from 'ajv';
import type { CalibrationTable } from '../contracts/cap.js';
import { ConfigError } from '../contracts/errors.js';
import type { EngineSettings, Part } from '../contracts/extraction.js';
import type { Kind, Kinds, OptionsSchema, Plugin, PluginContext } from '../contracts/plugin.js';
import type { VerifierRule } from '../contracts/rule.js';
import { recordOf, withAllowance } from '../evidence/scoring/weigh.js';
import { Breaker, type BreakerEvent } from '../flow/breaker.js';
import { faultOf, type NamedPart } from '../flow/fault.js';
import type { Reader } from '../flow/reader.js';
import { RetryBudget } from '../flow/retry-budget.js';
import { memoizeByObject } from '../values/memoize.js';
import { engineDefaults } from './defaults.js';
import { allMade, tryToMake } from './mistakes.js';
import { refuseOtherApi } from './plugin-api.js';

/** What plugins are created with. */
type FactorySettings = Omit<EngineSettings, 'converters' | 'tiers' | 'gate' | 'injector'>;

/** Creates plugins, each with its own context. */
export class PluginFactory {
  readonly closers: (() => Promise<void> | void)[] = [];
  readonly probes: { readonly label: string; readonly works: () => boolean }[] = [];

  readonly #calibrations: readonly CalibrationTable[];
  /** By the labels of the models that were made. */
  readonly #families = new Map<string, string>();

  constructor(private readonly settings: FactorySettings) {
    this.#calibrations = (settings.calibrations ?? []).map((table) => withAllowance(table, settings.allowance));
  }

  make<K extends Kind>(part: Part<K>, place: readonly (string | number)[]): Kinds[K] {
    refuseOtherApi(part, place);
    try {
      return wholePart(part.plugin, part.plugin.create(checkedOptions(part, place), this.context(part, place)));
    } catch (cause) {
      // A plugin does not know its position in the settings.
      if (cause instanceof ConfigError && cause.place.length > 0) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigError(cause instanceof ConfigError ? message : `Plugin "${part.label ?? part.plugin.name}": ${message}`, place, {
        cause,
      });
    }
  }

  named<K extends Kind>(part: Part<K>, place: readonly (string | number)[]): NamedPart<Kinds[K]> {
    return { name: part.label ?? part.plugin.name, part: this.make(part, place) };
  }

  all<K extends Kind>(list: string, parts: readonly Part<K>[]): readonly Kinds[K][] {
    return each(parts, (part, index) => this.make(part, [list, index]));
  }

  readers(list: string, parts: readonly Part<'model'>[]): readonly Reader[] {
    return each(parts, (part, position) => {
      const label = part.label ?? part.plugin.name;
      const model = this.make(part, [list, position]);
      this.#families.set(label, part.plugin.name);
      return {
        label,
        record: recordOf(label, model.kind ?? 'small', this.#calibrations),
        family: part.plugin.name,
        role: list === 'tiers' ? `Tier ${position + 1}` : 'Witness',
        position,
        model,
        tokenBudget: this.settings.tokenBudget,
        prices: this.settings.prices,
        ...this.memory(label),
      };
    });
  }

  /** Who has read what came with a request. */
  givenReader(label = 'the given data'): Reader {
    return {
      label,
      record: recordOf(label, 'large', this.#calibrations),
      family: this.#families.get(label) ?? 'given',
      role: 'The given data',
      position: 0,
      given: true,
      model: { kind: 'large', read: () => Promise.reject(new TypeError('what is given is not read')) },
      tokenBudget: undefined,
      prices: undefined,
      ...this.memory(label),
    };
  }

  /** What is known of a model across requests: whether it fails, and how often it may be asked again. */
  private memory(label: string): Pick<Reader, 'breaker' | 'retries' | 'alarm' | 'broken'> {
    const outages = { ...engineDefaults.outages, ...this.settings.outages };
    const tell = (event: BreakerEvent): void => {
      if (event !== 'refused') this.settings.log?.(`model ${event}`, { model: label });
      this.settings.report?.({ kind: `model ${event}`, model: label });
    };
    return {
      breaker: new Breaker(label, outages, tell),
      retries: new RetryBudget({ share: outages.retryShare, aMinute: outages.retriesAMinute }),
      alarm: (failure) => {
        this.settings.log?.('model alarm', { model: label, failure: failure.message });
        this.settings.report?.({ kind: 'model alarm', model: label });
      },
      broken: (failure) => this.settings.log?.('plugin failed', { model: label, failure: failure.message }),
    };
  }

  private context(part: Part, place: readonly (string | number)[]): PluginContext {
    const label = part.label ?? part.plugin.name;
    return {
      ...(this.settings.folder !== undefined && { folder: this.settings.folder }),
      ...(this.settings.earlierDocuments && { earlierDocuments: this.settings.earlierDocuments }),
      secret: (name) => {
        const value = this.settings.secret?.(name);
        if (!value) throw new ConfigError(`Plugin "${label}" needs the environment variable ${name}`, place);
        return value;
      },
      log: (message, details) => this.settings.log?.(message, { plugin: label, ...details }),
      report: (event) => this.settings.report?.(event),
      onProbe: (works) => void this.probes.push({ label, works }),
      onClose: (close) => void this.closers.push(close),
    };
  }
}

/** Makes all of a list, each with its position. */
const each = <T, Made>(parts: readonly T[], make: (part: T, index: number) => Made): readonly Made[] =>
  allMade<readonly Made[]>(parts.map((part, index) => () => make(part, index)));

/** The method that a part of each kind must have. */
const methods = {
  converter: 'convert',
  recognizer: 'recognize',
  splitter: 'starts',
  model: 'read',
  gate: 'review',
  rule: 'check',
  injector: 'inject',
} satisfies { readonly [K in Kind]: keyof Kinds[K] };

/**
 * Returns what a plugin has created if it has the method of its kind.
 * @throws ConfigError if it does not, which no compiler tells the author of a plugin in JavaScript.
 */
function wholePart<K extends Kind>({ kind, name }: Plugin<K>, part: Kinds[K]): Kinds[K] {
  const method = methods[kind];
  if (typeof Reflect.get(Object(part), method) !== 'function')
    throw new ConfigError(`Plugin "${name}": what its create() gives is no ${kind}: it has no ${method}()`);
  return part;
}

/**
 * Checks a part's options against its plugin's schema and fills in defaults. The given object is not changed.
 * @throws ConfigError naming the plugin, the option and what is allowed.
 */
export function checkedOptions(part: Part, place: readonly (string | number)[]): Record<string, never> {
  const { plugin } = part;
  const options = structuredClone(part.options ?? {});
  const schema = plugin.options ?? noOptions;
  const check = checkOf(schema);
  if (!check(options)) {
    const error = tellingError(check.errors ?? []);
    const known = Object.keys(schema.properties);
    throw new ConfigError(`Plugin "${part.label ?? plugin.name}": ${error ? explain(error, known) : 'its options are wrong'}`, [
      ...place,
      ...(error ? optionPath(error) : []),
    ]);
  }
  return options as Record<string, never>;
}

const noOptions: OptionsSchema = { type: 'object', properties: {} };

/** Compiled once for each schema; most parts of a pipeline take no options and share one check. */
const checkOf = memoizeByObject((schema: OptionsSchema) =>
  new Ajv({ useDefaults: true, strictTypes: false, validateSchema: false, allErrors: true }).compile({
    additionalProperties: false,
    ...schema,
  }),
);

/** An option that is unknown is often one that is missing, misspelt. */
const tellingError = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];

function explain(error: ErrorObject, known: readonly string[]): string {
  if (error.keyword === 'additionalProperties') {
    const allowed = known.length > 0 ? `it takes ${known.map((name) => `"${name}"`).join(', ')}` : 'it takes no options';
    return `unknown option "${error.params['additionalProperty']}"; ${allowed}`;
  }
  if (error.keyword === 'required') return `the option "${error.params['missingProperty']}" is missing`;
  const values = error.keyword === 'enum' ? `: ${error.params['allowedValues'].join(', ')}` : '';
  return `the option "${optionPath(error).join('.')}" ${error.message}${values}`;
}

function optionPath(error: ErrorObject): readonly (string | number)[] {
  const inside = error.instancePath.split('/').slice(1);
  if (error.keyword === 'additionalProperties') return [...inside, error.params['additionalProperty']];
  return inside;
}

/**
 * The same rule, which tells the operator's log when it throws: the class of the error and the line. The message may have text of the document,
 * and no such text reaches a log.
 */
export function loggedRule(rule: VerifierRule, log: NonNullable<FactorySettings['log']>): VerifierRule {
  const { type, needs } = rule;
  const calculate = rule.calculate?.bind(rule);
  return {
    type,
    ...(needs && { needs }),
    ...(calculate && { calculate }),
    check: async (result, context) => {
      try {
        return await rule.check(result, context);
      } catch (error) {
        log('rule failed', { rule: type, fault: faultOf(error) });
        throw error;
      }
    },
  };
}

/** A part with its place in the settings, such as `['rules', 2]`. */
export interface PlacedPart {
  readonly part: Part;
  readonly place: readonly (string | number)[];
}

/** What is wrong with these parts, of settings that are too mistaken for an engine: each is made as an engine would make it, and closed again. */
export function mistakesInParts(parts: readonly PlacedPart[], settings: FactorySettings): readonly ConfigError[] {
  const factory = new PluginFactory(settings);
  const mistakes = parts.flatMap(({ part, place }) => tryToMake(() => factory.make(part, place)).mistakes);
  void closeAll(factory.closers);
  return mistakes;
}

/** If one plugin fails to close, the others still close. */
export const closeAll = (closers: readonly (() => Promise<void> | void)[]) => Promise.allSettled(closers.map(async (close) => close()));
