import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Outcome } from '../../../../core/index.js';
import { readResult, type SavedResult } from '../../../../server/cli/audit/result.js';
import { type LlmServer, openaiReply, startLlmServer } from '../../../fakes/llm-server.js';
import type { Appraisal } from '../../../kit/fault.js';
import { cellsOf } from '../../../kit/sheet.js';
import { schemaFor } from '../../../kit/sheet-schema.js';
import { type EvalTarget, post } from '../../eval/corpus/client.js';
import { startObserved } from '../../eval/observed-server.js';
import type { Appraiser, AppraiserOptions, Submission } from './appraiser.js';
import { openDocuments } from './open-documents.js';

/**
 * Appraises readings through a real server over HTTP. Only the model is fake: each reading comes from a provider on the loopback, through
 * the `openai` plugin and its SDK. Scores are those of the wire, by unmeasured weights.
 */
export async function openServerAppraiser(options: AppraiserOptions): Promise<Appraiser> {
  const documents = openDocuments(options.recognizers);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-door-'));
  const provider = await startLlmServer({ record: false });
  let lastOutcome: Outcome | undefined;
  const server = await startObserved(
    { file: await configFor(provider, folder), env: {}, cwd: folder },
    {
      change: (engine) => ({ ...engine, ...documents.parts, witnesses: options.witnesses ?? [] }),
      observe: (_, outcome) => {
        lastOutcome = outcome;
      },
    },
  );
  const one = async (submission: Submission): Promise<Appraisal> => {
    provider.answer(openaiReply(cellsOf(submission.sheet)));
    const answer = await asked(submission, { folder, threshold: options.threshold, target: server });
    if (provider.violations.length > 0) throw new Error(`the provider was asked wrongly: ${provider.violations.join('; ')}`);
    return asSent(answer, lastOutcome);
  };
  return {
    convert: (file) => documents.open(file),
    appraise: async (submissions) => {
      const appraisals: Appraisal[] = [];
      for (const submission of submissions) appraisals.push(await one(submission));
      return appraisals;
    },
    close: async () => {
      await server.close();
      await provider.close();
      await documents.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configFor({ url }: LlmServer, folder: string): Promise<string> {
  const file = join(folder, 'vouch.config.json');
  const openai = { use: 'openai', model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-test' };
  await writeFile(file, JSON.stringify({ tiers: [openai], witnesses: [], calibrations: [] }));
  return file;
}

interface ServerRequest {
  readonly folder: string;
  readonly threshold: number;
  readonly target: EvalTarget;
}

/** @throws Error naming the document when it was not answered. */
async function asked({ file, sheet }: Submission, { folder, threshold, target }: ServerRequest): Promise<SavedResult> {
  const path = join(folder, basename(file.name));
  await writeFile(path, file.bytes);
  const { status, text } = await post(path, { schema: JSON.stringify(schemaFor(sheet)), threshold }, target);
  try {
    return readResult(text);
  } catch (cause) {
    throw new Error(`${file.name}: no result came with status ${status}`, { cause });
  }
}

/** The appraisal by the engine with the scores that the caller received. */
function asSent({ entries }: SavedResult, lastOutcome: Outcome | undefined): Appraisal {
  const draft = lastOutcome?.draft;
  if (!draft) throw new Error('the engine answered without a draft');
  const scores = new Map(entries.map(({ field, score }) => [field, score]));
  const fields = draft.fields.map((field) => ({ ...field, score: scores.get(field.path) ?? 0 }));
  return { draft: { ...draft, fields }, checks: lastOutcome?.verification?.checks ?? [] };
}
