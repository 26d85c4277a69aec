/** How many positions in a wordy reply are tried as the start of an object. */
const maxTries = 20;

/** The JSON of a reply: all of it, else the balanced objects in it, in order. Empty where there is none. Never throws. */
export function jsonIn(text: string): readonly unknown[] {
  const whole = parsed(text);
  return whole === undefined ? objectsIn(text) : [whole];
}

function objectsIn(text: string): readonly unknown[] {
  const objects: unknown[] = [];
  let start = text.indexOf('{');
  for (let attempt = 0; attempt < maxTries && start >= 0; attempt += 1) {
    const end = balancedEnd(text, start);
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) objects.push(value);
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return objects;
}

/** The index after the brace that closes the one at `start`; undefined when none does. Braces inside JSON strings do not count. */
function balancedEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString && character === '\\') index += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && character === '{') depth += 1;
    else if (!inString && character === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
