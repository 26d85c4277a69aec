import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at, ConfigError, definePlugin, ExtractionError, type ReadTask } from '../../core/index.js';
import { type AnsweredCells, cellsOf } from './llm/cells.js';
import { mapCells } from './llm/map-cells.js';
import { checkReply } from './llm/reply.js';

/** Finds the recording of a document by the SHA-256 of its bytes, in hex; undefined where there is none. */
type Recordings = (sha256: string) => Promise<unknown>;

/**
 * Answers with recorded readings, for tests and evaluation without a network. `from` is a folder of `<sha256>.json` files, or one JSON file
 * with a member for each SHA-256. A recording is `{ "cells": [...] }`, or an answer as models give it, `{ "fields": [...], "tables": [...] }`.
 */
export default definePlugin({
  kind: 'model',
  name: 'replay',
  argument: 'from',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['from'],
    properties: {
      kind: { type: 'string', enum: ['large', 'small'], default: 'large', description: 'What sort of model was recorded' },
      from: { type: 'string', minLength: 1, description: 'A folder of <sha256>.json, or a JSON file with a member for each SHA-256' },
    },
  },
  create({ from, kind }) {
    const recordings = open(from);
    return {
      kind,
      async read({ document, fields }) {
        const sha256 = hash('sha256', document.file.bytes);
        return readingOf(await recordings(sha256), sha256, { fields, document });
      },
    };
  },
});

/** @throws ConfigError when nothing is there, or the file is not JSON. */
function open(from: string): Recordings {
  try {
    if (statSync(from).isDirectory()) return fromFolder(from);
    const all: unknown = JSON.parse(readFileSync(from, 'utf8'));
    return async (sha256) => at(all, sha256);
  } catch (cause) {
    throw new ConfigError(`Plugin "replay": the option "from" must name a folder or a JSON file; "${from}" is neither`, [], { cause });
  }
}

const fromFolder =
  (folder: string): Recordings =>
  async (sha256) => {
    try {
      return JSON.parse(await readFile(join(folder, `${sha256}.json`), 'utf8'));
    } catch (cause) {
      if (at(cause, 'code') === 'ENOENT') return undefined;
      throw new ExtractionError('PARSING_ERROR', `replay: the recording ${sha256}.json cannot be read as JSON`, { cause });
    }
  };

/** The reading that a recording holds, in either form. @throws ExtractionError where it holds none */
export function readingOf(recording: unknown, sha256: string, { fields, document }: Pick<ReadTask, 'fields' | 'document'>): AnsweredCells {
  const { cells, notes } = answerOf(recording, sha256, { fields, document });
  const mapped = mapCells(cells, fields, document);
  return { ...mapped, notes: [...mapped.notes, ...notes] };
}

function answerOf(recording: unknown, sha256: string, { fields, document }: Pick<ReadTask, 'fields' | 'document'>): AnsweredCells {
  if (recording === undefined) throw new ExtractionError('LLM_ERROR', `replay: there is no recording of this document (SHA-256 ${sha256})`);
  const checked = checkReply(members(recording));
  if ('cells' in checked) return { cells: checked.cells, notes: [] };
  if ('answer' in checked) return cellsOf(checked.answer, fields, document);
  throw new ExtractionError('PARSING_ERROR', `replay: the recording of SHA-256 ${sha256} is no reading: ${checked.problems.join('; ')}`);
}

/** A recording may hold remarks besides what the model answered. */
const members = (recording: unknown): object =>
  at(recording, 'tables') === undefined
    ? { cells: at(recording, 'cells') ?? null }
    : { fields: at(recording, 'fields'), tables: at(recording, 'tables') };
