/** What a text means where a value of that JSON Schema type is wanted; the text itself when it means no such thing. Lists have commas. */
export function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'array') return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
