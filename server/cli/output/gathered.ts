/** Issues that say the same of many fields as one: '$.line_items[0].amount and 19 more: Check failed'. The first one keeps its place. */
export function groupIssues(issues: readonly string[]): readonly string[] {
  const byText = Map.groupBy(issues.map(splitIssue), ({ text }) => text);
  return [...byText].map(([text, fields]) => {
    const [first] = fields;
    if (first?.path === undefined) return text;
    return `${first.path}${fields.length > 1 ? ` and ${fields.length - 1} more` : ''}: ${text}`;
  });
}

/** Issues about a field begin with its path: `$.total: …`, `$['net: EUR']: …`. */
function splitIssue(issue: string): { readonly path?: string; readonly text: string } {
  const [, path, text] = /^(\$(?:\['(?:\\.|[^'\\])*'\]|[^:\s'])*): (.*)$/s.exec(issue) ?? [];
  return path === undefined || text === undefined ? { text: issue } : { path, text };
}
