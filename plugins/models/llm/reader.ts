import { ConfigError, type ExtractionModel, type ReadTask } from '../../../core/index.js';
import { Semaphore } from '../../../core/internal.js';
import type { Provider } from './provider.js';
import { readWhole } from './read-whole.js';
import { type ReaderSettings, withDefaults } from './reader-settings.js';
import { failureOf } from './request/failure.js';
import { mostTokens } from './request/most-tokens.js';
import { planHalves, planWindows } from './windows/plan.js';
import { readWindows } from './windows/read-windows.js';

/**
 * A model that asks a provider: once where one answer holds a document, and once more if that is unusable or was cut off; in windows where
 * none does. It does not retry failures: these say whether a retry may help.
 * @throws ConfigError when it is to show pictures and the provider passes none on
 */
export function llmReader(provider: Provider, given: ReaderSettings): ExtractionModel {
  if (given.pdf === 'pictures' && !provider.showsPictures)
    throw new ConfigError(`${provider.label}: "pdf: pictures" is not for this plugin`);
  const settings = withDefaults(given);
  const slots = new Semaphore({ windows: settings.windowsAtOnce });
  return {
    read(task: ReadTask) {
      const reader = { provider, settings, slots };
      const plan = planWindows(task, settings);
      if (plan) return readWindows(plan, task, reader);
      const halves = planHalves(task, settings);
      return readWhole(task, { ...reader, inParts: halves && ((spent) => readWindows(halves, task, { ...reader, spent })) });
    },
    kind: settings.size,
    most: (task) => mostTokens(task, settings),
    ...(provider.reach && { reach: (signal) => reach(provider, signal) }),
  };
}

async function reach(provider: Provider, signal: AbortSignal): Promise<void> {
  try {
    await provider.reach?.(signal);
  } catch (error) {
    throw failureOf(error, provider.label);
  }
}
