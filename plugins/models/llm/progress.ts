import type { Observer } from '../../../core/index.js';
import type { OnText } from './provider.js';

/** Tells an observer how far a document has been read. */
export interface WindowProgress {
  /** Begins a call; its answer goes to the result part by part. */
  call(): CallProgress;
  /** So many pages more have been read. */
  pagesRead(count: number): void;
  /** Counts the rows from 0 again: the answers so far were of no use. */
  forget(): void;
}

interface CallProgress {
  readonly onText: OnText;
  /** Takes back the rows of this call: its answer failed. */
  forget(): void;
}

/** Counts the pages that have been read, and the rows while answers are streamed. */
export function windowProgress(observer: Observer | undefined, ofPages: number): WindowProgress {
  let [pages, rows] = [0, 0];
  const tell = (): void => observer?.progress?.({ pages, ofPages, rows });
  return {
    call() {
      let own = 0;
      const count = observer?.progress ? rowCounter() : () => 0;
      const add = (more: number): void => {
        if (more === 0) return;
        own += more;
        rows += more;
        tell();
      };
      return { onText: (text) => add(count(text)), forget: () => add(-own) };
    },
    pagesRead(count) {
      pages += count;
      tell();
    },
    forget: () => {
      rows = 0;
      tell();
    },
  };
}

/** The lists inside `{"tables":[{"rows":[[` are rows. */
const rowDepth = 5;

/** Counts the rows of tables that end in each further part of an answer. */
export function rowCounter(): (text: string) => number {
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  return (text) => {
    let rows = 0;
    for (const character of text) {
      if (isEscaped) isEscaped = false;
      else if (inText && character === '\\') isEscaped = true;
      else if (character === '"') inText = !inText;
      else if (inText) continue;
      else if (character === '[' || character === '{') depth += 1;
      else if (character === ']' || character === '}') {
        if (depth === rowDepth) rows += 1;
        depth -= 1;
      }
    }
    return rows;
  };
}
