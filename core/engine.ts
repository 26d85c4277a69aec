import 'reflect-metadata';
import { container, type DependencyContainer } from 'tsyringe';
import { engineDefaults } from './assembly/defaults.js';
import { allMade } from './assembly/mistakes.js';
import { closeAll, loggedRule, PluginFactory } from './assembly/plugin-factory.js';
import { tokens } from './assembly/tokens.js';
import type { Converter } from './contracts/converter.js';
import { ConfigError, InputError } from './contracts/errors.js';
import type { Engine, EngineSettings, MeteredModel, RemoteModel } from './contracts/extraction.js';
import { checkCalibrations } from './evidence/scoring/check-calibration.js';
import { Deadline } from './flow/deadline.js';
import type { Reader } from './flow/reader.js';
import { MemoryLimit } from './flow/semaphore.js';
import { unobserved } from './flow/stage-observer.js';
import { type OpeningTerms, openDocument } from './open-document.js';
import { Pipeline } from './pipeline.js';
import { fileTypes, view } from './stages/convert.js';
import { priceOf } from './values/cost.js';

/**
 * Makes an engine from its parts: checks every plugin's options, creates the plugins, and composes the pipeline in a container of its own.
 * @throws ConfigError naming the plugin, the option and what would help.
 */
export function createEngine(settings: EngineSettings): Engine {
  if (settings.tiers.length < 1 || settings.tiers.length > 2) {
    throw new ConfigError(`"tiers" needs one model, or two with the second as the fallback; it has ${settings.tiers.length}`, ['tiers']);
  }
  checkCalibrations(settings.calibrations ?? []);
  if (settings.converters.length === 0) throw new ConfigError('"converters" needs at least one converter', ['converters']);
  const factory = new PluginFactory(settings);
  try {
    return assembled(settings, factory);
  } catch (error) {
    void closeAll(factory.closers);
    throw error;
  }
}

function assembled(settings: EngineSettings, factory: PluginFactory): Engine {
  const { splitter, log } = settings;
  const [converters, recognizers, splitters, tiers, witnesses, rules, gate, injector] = allMade([
    () => factory.all('converters', settings.converters),
    () => factory.all('recognizers', settings.recognizers ?? []),
    () => (splitter ? [factory.make(splitter, ['splitter'])] : []),
    () => factory.readers('tiers', settings.tiers),
    () => factory.readers('witnesses', settings.witnesses ?? []),
    () => factory.all('rules', settings.rules ?? []),
    () => factory.named(settings.gate, ['gate']),
    () => factory.named(settings.injector, ['injector']),
  ]);
  const parts = container.createChildContainer();
  for (const converter of converters) parts.registerInstance(tokens.converter, converter);
  for (const recognizer of recognizers) parts.registerInstance(tokens.recognizer, recognizer);
  for (const made of splitters) parts.registerInstance(tokens.splitter, made);
  for (const reader of tiers) parts.registerInstance(tokens.tier, reader);
  for (const reader of witnesses) parts.registerInstance(tokens.witness, reader);
  for (const rule of rules) parts.registerInstance(tokens.rule, log ? loggedRule(rule, log) : rule);
  parts.registerInstance(tokens.givenReader, (label?: string) => factory.givenReader(label));
  parts.registerInstance(tokens.gate, gate);
  parts.registerInstance(tokens.injector, injector);
  const { page, fallbackPage } = settings.credits ?? engineDefaults.credits;
  return {
    formats: fileTypes(converters).formats,
    reads: fileTypes(converters),
    remote: [...tiers, ...witnesses].flatMap(remoteModel),
    metered: [...tiers, ...witnesses].flatMap(meteredModel),
    ...(settings.prices && { currency: settings.prices.currency }),
    credits: { page, fallbackPage: settings.tiers.length > 1 ? fallbackPage : 0 },
    schemas: settings.schemas ?? [],
    ...opener(parts, settings),
    unready: () => factory.probes.flatMap(({ label, works }) => (works() ? [] : [label])),
    pausedForMs: () => Math.min(...tiers.map(({ breaker }) => breaker.pausedForMs)),
    view: viewer(converters, settings),
    close: closer(parts, factory.closers),
  };
}

function opener(parts: DependencyContainer, settings: EngineSettings): Pick<Engine, 'open' | 'extract' | 'classify'> {
  const terms: OpeningTerms = {
    pipeline: parts.resolve(Pipeline),
    memory: new MemoryLimit(),
    price: settings.credits ?? engineDefaults.credits,
    tiers: settings.tiers.length,
    deadlineMs: settings.deadlineMs ?? engineDefaults.deadlineMs,
    currency: settings.prices?.currency,
    log: settings.log,
  };
  const open: Engine['open'] = (request) => openDocument(request, terms);
  return { open, extract: async (request) => (await open(request)).extract(), classify: classifier(terms, settings) };
}

const classifier =
  ({ pipeline, memory, deadlineMs }: OpeningTerms, { schemas = [] }: EngineSettings): Engine['classify'] =>
  async (file, signal) => {
    if (schemas.length === 0) throw new InputError('No schemas are configured to classify documents by: name them in `schemas`');
    const deadline = new Deadline(deadlineMs, signal);
    try {
      const converted = await pipeline.convert(file, deadline, unobserved);
      const release = await memory.acquire(converted, deadline.signal);
      return await pipeline.classify(converted, schemas, deadline).finally(release);
    } finally {
      deadline.close();
    }
  };

function remoteModel({ label, model }: Reader): readonly RemoteModel[] {
  const reach = model.reach?.bind(model);
  return reach ? [{ label, reach }] : [];
}

function meteredModel({ label, model, prices }: Reader): readonly MeteredModel[] {
  const price = priceOf(prices, label);
  return model.most ? [{ label, ...(price && { price }) }] : [];
}

const viewer =
  (converters: readonly Converter[], settings: EngineSettings): Engine['view'] =>
  async (file) => {
    const deadline = new Deadline(settings.deadlineMs ?? engineDefaults.deadlineMs);
    try {
      return await view(file, converters, deadline);
    } finally {
      deadline.close();
    }
  };

/** The container does not dispose registered instances, so the plugins' own closers run first. */
const closer = (parts: DependencyContainer, closers: readonly (() => Promise<void> | void)[]) => async () => {
  await closeAll(closers);
  await parts.dispose();
};
