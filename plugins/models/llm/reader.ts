import { ConfigError, type ExtractionModel, type PluginContext, type ReadTask, Semaphore } from '../../../core/index.js';
import { LearnedContext } from './learned/context.js';
import { LearnedForms, type TellLesson } from './learned/forms.js';
import type { ModelMemory } from './learned/model-memory.js';
import { RateGate } from './learned/rate-gate.js';
import type { Provider } from './provider.js';
import { readWhole } from './read-whole.js';
import { type ReaderSettings, withDefaults } from './reader-settings.js';
import { failureOf } from './request/failure.js';
import { mostTokens } from './size/most-tokens.js';
import { fitsIn } from './windows/fits-in.js';
import { planHalves, planOfPart, planParts, planWindows, type WindowSizes } from './windows/plan.js';
import { readWindows } from './windows/read-windows.js';

/**
 * A model that asks a provider: once where one answer holds a document, and once more if that is unusable or was cut off; in windows where
 * none does. It does not retry failures: these say whether a retry may help. What it learns of the server is remembered as long as it lives,
 * and said once in the host's log.
 * @throws ConfigError when it is to show pictures and the provider passes none on
 */
export function llmReader(provider: Provider, given: ReaderSettings, host?: Pick<PluginContext, 'log'>): ExtractionModel {
  if (given.pdf === 'pictures' && !provider.showsPictures)
    throw new ConfigError(`${provider.label}: "pdf: pictures" is not for this plugin`);
  const settings = withDefaults(given);
  const memory = memoryOf(settings, (lesson) => host?.log(lessonMessage, { lesson }));
  const slots = new Semaphore({ windows: settings.windowsAtOnce });
  return {
    read(task: ReadTask) {
      const reader = { provider, settings, slots, memory };
      const sizes = (): WindowSizes => ({ ...settings, fits: fitsIn(memory, task, settings) });
      const plan = planWindows(task, sizes()) ?? planOfPart(task, settings);
      if (plan) return readWindows(plan, task, reader);
      return readWhole(task, {
        ...reader,
        halves: () => planHalves(task, sizes()),
        parts: () => planParts(task, sizes()),
        inWindows: (smaller, spent) => readWindows(smaller, task, { ...reader, ...(spent && { spent }) }),
      });
    },
    kind: settings.size,
    most: (task) => mostTokens(task, settings, memory),
    ...(provider.reach && { reach: (signal) => reach(provider, signal) }),
  };
}

const memoryOf = ({ forms, contextTokens }: Required<ReaderSettings>, tell: TellLesson): ModelMemory => ({
  forms: new LearnedForms(forms, tell),
  context: new LearnedContext(contextTokens, tell),
  gate: new RateGate(),
});

/** The message of the log line that says what has been learned of a server. */
export const lessonMessage = 'model learned';

async function reach(provider: Provider, signal: AbortSignal): Promise<void> {
  try {
    await provider.reach?.(signal);
  } catch (error) {
    throw failureOf(error, provider.label);
  }
}
