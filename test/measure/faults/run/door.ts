import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Outcome } from '../../../../core/index.js';
import { readResult, type SavedResult } from '../../../../server/audit/result.js';
import { type LlmServer, openaiReply, startLlmServer } from '../../../fakes/llm-server.js';
import { post, type Target } from '../../eval/corpus/client.js';
import { startObserved } from '../../observed-server.js';
import { schemaFor } from '../exhibits/schema-for.js';
import { cellsOf } from '../exhibits/sheet.js';
import type { Bench, BenchOptions, Submission } from './bench.js';
import { openDesk } from './open-documents.js';
import type { Appraisal } from './recorder.js';

/**
 * A bench on which nothing is short-cut but the model's mind: each reading is asked for at the HTTP door of the real server and comes from
 * `openai`, its one tier, by the real SDK, from a provider on the loopback. Scores are those of the wire.
 */
export async function openDoor(options: BenchOptions): Promise<Bench> {
  const desk = openDesk(options.recognizers);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-door-'));
  const provider = await startLlmServer({ record: false });
  let heard: Outcome | undefined;
  const server = await startObserved(
    { file: await configFor(provider, folder), env: {}, cwd: folder },
    {
      change: (engine) => ({ ...engine, ...desk.parts, witnesses: options.witnesses ?? [] }),
      observe: (_, outcome) => {
        heard = outcome;
      },
    },
  );
  const one = async (submission: Submission): Promise<Appraisal> => {
    provider.answer(openaiReply(cellsOf(submission.sheet)));
    const answer = await asked(submission, { folder, threshold: options.threshold, target: server });
    if (provider.violations.length > 0) throw new Error(`the provider was asked wrongly: ${provider.violations.join('; ')}`);
    return asSent(answer, heard);
  };
  return {
    convert: (file) => desk.open(file),
    appraise: async (submissions) => {
      const appraisals: Appraisal[] = [];
      for (const submission of submissions) appraisals.push(await one(submission));
      return appraisals;
    },
    close: async () => {
      await server.close();
      await provider.close();
      await desk.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configFor({ url }: LlmServer, folder: string): Promise<string> {
  const file = join(folder, 'vouch.config.json');
  const openai = { use: 'openai', model: 'gpt-test', base_url: `${url}/v1`, api_key: 'sk-test' };
  await writeFile(file, JSON.stringify({ tiers: [openai], witnesses: [] }));
  return file;
}

interface Asking {
  readonly folder: string;
  readonly threshold: number;
  readonly target: Target;
}

/** @throws Error naming the document when it was not answered. */
async function asked({ file, sheet }: Submission, { folder, threshold, target }: Asking): Promise<SavedResult> {
  const path = join(folder, basename(file.name));
  await writeFile(path, file.bytes);
  const { status, text } = await post(path, { schema: JSON.stringify(schemaFor(sheet)), threshold }, target);
  try {
    return readResult(text);
  } catch (cause) {
    throw new Error(`${file.name}: no result came with status ${status}`, { cause });
  }
}

/** What the engine made of a reading, with the scores that the caller got to see. */
function asSent({ entries }: SavedResult, heard: Outcome | undefined): Appraisal {
  const draft = heard?.draft;
  if (!draft) throw new Error('the engine answered without a draft');
  const scores = new Map(entries.map(({ field, score }) => [field, score]));
  const fields = draft.fields.map((field) => ({ ...field, score: scores.get(field.path) ?? 0 }));
  return { draft: { ...draft, fields }, checks: heard?.verification?.checks ?? [] };
}
