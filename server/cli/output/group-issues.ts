/** Combines issues that say the same of several fields: '$.line_items[0].amount and 19 more: Check failed'. The order is that of the first ones. */
export function groupIssues(issues: readonly string[]): readonly string[] {
  const byText = Map.groupBy(issues.map(splitIssue), ({ text }) => text);
  return [...byText].map(([text, fields]) => {
    const [first] = fields;
    if (first?.path === undefined) return text;
    return `${first.path}${fields.length > 1 ? ` and ${fields.length - 1} more` : ''}: ${text}`;
  });
}

/** Splits off the path with which an issue about a field begins: `$.total: …`, `$['net: EUR']: …`. */
function splitIssue(issue: string): { readonly path?: string; readonly text: string } {
  const [, path, text] = /^(\$(?:\['(?:\\.|[^'\\])*'\]|[^:\s'])*): (.*)$/s.exec(issue) ?? [];
  return path === undefined || text === undefined ? { text: issue } : { path, text };
}
