import { checkedOptions } from '../../../../core/assembly/plugin-options.js';
import type { Kind, Kinds, Part } from '../../../../core/index.js';

/** What a plugin makes, outliving the engines it is part of. */
export interface SharedPlugin<K extends Kind> {
  readonly plugin: Kinds[K];
  close(): Promise<void>;
}

export function sharedPlugin<K extends Kind>(part: Part<K>): SharedPlugin<K> {
  const closers: (() => Promise<void> | void)[] = [];
  const made = part.plugin.create(checkedOptions(part, []), {
    secret: (name) => name,
    log: () => {},
    report: () => {},
    onProbe: () => {},
    onClose: (close) => void closers.push(close),
  });
  return {
    plugin: made,
    close: async () => {
      for (const close of closers) await close();
    },
  };
}
