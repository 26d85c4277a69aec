import { ConfigError, type Document, type ExtractionModel, type PluginContext, type ReadTask, Semaphore } from '../../../core/index.js';
import { type ContentTerms, contentOf, type PromptContent, picturedPages } from './content.js';
import { failureOf } from './failure.js';
import { LearnedContext, LearnedForms, type ModelMemory, type TellLesson } from './learned.js';
import { type ReaderSettings, withDefaults } from './options.js';
import { fitsIn, isColumn, planHalves, planOfPart, planParts, planWindows, type WindowSizes } from './plan.js';
import { fieldList, inForm } from './prompt.js';
import type { Provider } from './provider.js';
import { RateGate } from './rate-gate.js';
import { readWhole, wholeRequest } from './read-whole.js';
import { partOf } from './read-window.js';
import { readWindows } from './read-windows.js';
import { maxTokensOfReading, outputTokenLimit } from './size.js';

/**
 * A model that asks a provider: once where one answer holds a document, and once more if that is unusable or was cut off; in windows where
 * none does. It does not retry failures: each says whether a retry may help, and core/flow/retry.ts decides. What it learns of the server is remembered as long as it lives,
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
const lessonMessage = 'model learned';

async function reach(provider: Provider, signal: AbortSignal): Promise<void> {
  try {
    await provider.reach?.(signal);
  } catch (error) {
    throw failureOf(error, provider.label);
  }
}

/** A window may be asked for again: because it failed, was cut off and is halved, or left rows out. */
const timesAWindow = 2;

/** The most tokens that a reading can use, over all of its calls. */
function mostTokens(task: ReadTask, settings: Required<ReaderSettings>, memory: ModelMemory): number {
  const plan = planWindows(task, { ...settings, fits: fitsIn(memory, task, settings) }) ?? planOfPart(task, settings);
  const loosest = settings.forms.at(-1) ?? settings.forms[0];
  if (!plan)
    return maxTokensOfReading(
      { ...wholeRequest(task, settings, plannedContent(task.document, settings)), ...inForm(loosest) },
      task.document.pages.length,
      settings.maxOutputTokens,
    );
  const columns = task.fields.filter(isColumn);
  const single = task.fields.filter((field) => !isColumn(field));
  const windows = [{ pages: plan.header, fields: single }, ...plan.windows.map((pages) => ({ pages, fields: columns }))];
  const most = windows
    .filter(({ pages }) => pages.length > 0)
    .map((window) => {
      const limit = outputTokenLimit(partOf(task.document, window), window.fields, settings.maxOutputTokens);
      // What a window shows is not made before it is asked for; a page counts as one that is sent as it is.
      const request = {
        ...inForm(loosest),
        content: { kind: 'pdf', base64: '' },
        fields: fieldList(window.fields),
        limit,
      } as const;
      return maxTokensOfReading(request, window.pages.length, settings.maxOutputTokens);
    });
  return timesAWindow * most.reduce((sum, tokens) => sum + tokens, 0);
}

/** What is sent of a document, with pictures that are counted and not drawn. */
function plannedContent(document: Document, terms: ContentTerms): PromptContent {
  const content = contentOf(document, terms);
  if (content.kind !== 'text') return content;
  return { ...content, pictures: picturedPages(document, terms).map((page) => ({ page, mediaType: 'image/png', base64: '' })) };
}
