import type { CalibrationTable } from '../../../core/index.js';

/** A table as JSON with one entry a line, so that a diff shows each changed entry; matches the formatter. */
export function printTable({ priors, weights, ...head }: CalibrationTable): string {
  const members = Object.entries(head).map(([name, value]) => `  "${name}": ${inLine(value)}`);
  const lists = Object.entries({ priors, weights }).map(([name, entries]) =>
    entries.length === 0 ? `  "${name}": []` : `  "${name}": [\n${entries.map((entry) => `    ${inLine(entry)}`).join(',\n')}\n  ]`,
  );
  return `{\n${[...members, ...lists].join(',\n')}\n}\n`;
}

function inLine(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `"${name}": ${inLine(inner)}`)
    .join(', ')} }`;
}
