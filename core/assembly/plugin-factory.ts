import { ConfigError } from '../contracts/errors.js';
import type { EngineSettings, Part } from '../contracts/extraction.js';
import type { Kind, Kinds, Plugin, PluginContext } from '../contracts/plugin.js';
import { recordOf } from '../evidence/scoring/weights.js';
import { Breaker, type BreakerEvent } from '../flow/breaker.js';
import { RetryBudget } from '../flow/retry-budget.js';
import type { Reader } from '../stages/reading/reader.js';
import { engineDefaults } from './defaults.js';
import { allMade } from './mistakes.js';
import { refuseOtherApi } from './plugin-api.js';
import { checkedOptions } from './plugin-options.js';

/** What plugins are created with. */
export type FactorySettings = Omit<EngineSettings, 'converters' | 'tiers' | 'gate' | 'injector'>;

/** Creates plugins, each with its own context. */
export class PluginFactory {
  readonly closers: (() => Promise<void> | void)[] = [];
  readonly probes: { readonly label: string; readonly works: () => boolean }[] = [];

  constructor(private readonly settings: FactorySettings) {}

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

  all<K extends Kind>(list: string, parts: readonly Part<K>[]): readonly Kinds[K][] {
    return each(parts, (part, index) => this.make(part, [list, index]));
  }

  readers(list: string, parts: readonly Part<'model'>[]): readonly Reader[] {
    return each(parts, (part, position) => {
      const label = part.label ?? part.plugin.name;
      const model = this.make(part, [list, position]);
      return {
        label,
        record: recordOf(label, model.kind ?? 'small', this.settings.calibrations ?? []),
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

  /** What is known of a model across requests: whether it fails, and how often it may be asked again. */
  private memory(label: string): Pick<Reader, 'breaker' | 'retries' | 'alarm'> {
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
export function wholePart<K extends Kind>({ kind, name }: Plugin<K>, part: Kinds[K]): Kinds[K] {
  const method = methods[kind];
  if (typeof Reflect.get(Object(part), method) !== 'function')
    throw new ConfigError(`Plugin "${name}": what its create() gives is no ${kind}: it has no ${method}()`);
  return part;
}
