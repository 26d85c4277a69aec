import type { PlaygroundResult } from '../api/result.js';
import { Icon } from '../parts/icon.js';
import { useStore } from '../state/store.js';
import { focusField } from './fields/choose-field.js';
import { entriesOf } from './fields/entries.js';

/** The issues of a result, each linked to the field that it is about. */
export function Issues({ result }: { readonly result: PlaygroundResult }) {
  const { issues } = result.meta;
  if (issues.length === 0) return null;
  return (
    <section class="issues" aria-labelledby="issues-heading">
      <h3 id="issues-heading" class="issues-head">
        <Icon name="warning" /> {issues.length === 1 ? '1 issue' : `${issues.length} issues`}
      </h3>
      <ul>
        {issues.map((issue) => (
          <Issue key={issue} issue={issue} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Issue({ issue, result }: { readonly issue: string; readonly result: PlaygroundResult }) {
  const { dispatch } = useStore();
  const entries = entriesOf(result);
  // An issue begins with the path of its field. If several paths match, the longest one is meant.
  const entry = entries.filter(({ path }) => issue.startsWith(`${path}:`)).sort((a, b) => b.path.length - a.path.length)[0];
  if (!entry) return <li>{issue}</li>;
  const go = (): void => {
    dispatch({ type: 'show', view: { field: entry.path } });
    requestAnimationFrame(() => focusField(entry.path));
  };
  return (
    <li>
      <button type="button" class="link" onClick={go}>
        {entry.label}
      </button>
      {issue.slice(entry.path.length)}
    </li>
  );
}
