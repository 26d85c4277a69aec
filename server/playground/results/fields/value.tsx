import type { Entry } from './entries.js';
import { valueText } from './value-text.js';

/** A value as text and nothing else, whatever it says. */
export const Value = ({ entry: { value, path, row } }: { readonly entry: Entry }) => (
  <span class={`value ${value === null ? 'null' : ''} ${typeof value === 'number' ? 'number' : ''}`}>
    {valueText(value, row?.column ?? path)}
  </span>
);
