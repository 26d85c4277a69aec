import { invalid, isDefinition, type SchemaDefinition } from './keywords.js';

/**
 * Follows local `$ref`s and unwraps nullable forms (`anyOf` or `oneOf` of one schema and null, `allOf` of one). Keywords beside a reference,
 * such as a description, override those of its target. Nothing is ever loaded.
 * @throws InputError for an external, unknown or circular reference.
 */
export function resolve(definition: SchemaDefinition, document: SchemaDefinition, path: string): SchemaDefinition {
  let current = definition;
  for (let steps = 0; steps < 32; steps += 1) {
    const next = current['$ref'] !== undefined ? referenced(current, document, path) : unwrapped(current);
    if (next === current) return current;
    current = next;
  }
  throw invalid(`the "$ref" of ${path} leads in a circle`);
}

function referenced(definition: SchemaDefinition, document: SchemaDefinition, path: string): SchemaDefinition {
  const { $ref: reference, ...beside } = definition;
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    throw invalid(`the "$ref" of ${path} must point inside the schema, such as "#/$defs/Line"; nothing is loaded from elsewhere`);
  }
  const steps = reference.slice(1).split('/').slice(1).map(unescaped);
  const target = steps.reduce<unknown>(
    (node, step) => (isDefinition(node) && Object.hasOwn(node, step) ? node[step] : undefined),
    document,
  );
  if (!isDefinition(target)) throw invalid(`the "$ref" of ${path} points at nothing in the schema`);
  return { ...target, ...beside };
}

function unwrapped(definition: SchemaDefinition): SchemaDefinition {
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const choices = definition[keyword];
    if (!Array.isArray(choices)) continue;
    const meant = choices.filter((choice) => !(isDefinition(choice) && choice['type'] === 'null'));
    const [only] = meant;
    if (meant.length !== 1 || !isDefinition(only)) return definition;
    const { [keyword]: _, ...beside } = definition;
    return { ...only, ...beside };
  }
  return definition;
}

/** JSON Pointer in a URI fragment (RFC 6901 §6). */
function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
