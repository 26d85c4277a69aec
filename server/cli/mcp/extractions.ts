import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { InputError } from '../../../core/index.js';
import type { ExtractionBody } from '../../wire/extraction.js';

export interface KeptExtraction {
  /** With everything that can be asked for. */
  readonly body: ExtractionBody;
  readonly threshold: number;
}

/** What a session has extracted, in memory: the last fifty answers, no document. */
export class Extractions {
  readonly #kept = new LRUCache<string, KeptExtraction>({ max: 50 });

  /** Returns the name under which it is found again. */
  keep(extraction: KeptExtraction): string {
    const name = randomUUID();
    this.#kept.set(name, extraction);
    return name;
  }

  /** @throws InputError */
  find(name: string): KeptExtraction {
    const found = this.#kept.get(name);
    if (!found) throw new InputError('There is no such extraction in this session: extract the document (the last fifty are kept)');
    return found;
  }
}
