/** How many positions in a wordy reply are tried as the start of an object. */
const maxTries = 20;

/**
 * The JSON of a reply: all of it, else the balanced objects in it, in order, without what a model thinks aloud before it answers. A comma
 * before a closing bracket is left out; nothing else is mended, because a guess at what is missing would be a guess at a value. Empty where
 * there is none. Never throws.
 */
export function jsonIn(reply: string): readonly unknown[] {
  const text = reply.replace(thoughts, '');
  const whole = parsed(text);
  return whole === undefined ? objectsIn(text) : [whole];
}

/** As models write their thoughts where no API keeps these apart. */
const thoughts = /^\s*<(think|thinking)>[\s\S]*?<\/\1>/;

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
    return parsedStrictly(withoutLastCommas(text));
  }
}

function parsedStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the commas that stand before a closing bracket, outside of strings. */
const withoutLastCommas = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part));
