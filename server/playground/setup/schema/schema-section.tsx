import { useState } from 'preact/hooks';
import { CodeView } from '../../parts/code-view.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Icon } from '../../parts/icon.js';
import { SaveButton } from '../../parts/save-button.js';
import { TabList } from '../../parts/tab-list.js';
import { mistakeIn } from '../../schema/mistake.js';
import { useStore } from '../../state/store.js';
import { SchemaForm } from './schema-form.js';
import { Templates } from './templates.js';

const views = [
  { name: 'form', label: 'Form' },
  { name: 'json', label: 'JSON' },
] as const;

/** The schema as a form or as JSON, which are two views of the same text. */
export function SchemaSection() {
  const { state, dispatch } = useStore();
  const [view, setView] = useState<'form' | 'json'>('form');
  const { schema, run } = state;
  const mistake = mistakeIn(schema);
  const refused = run.phase === 'refused' && run.refusal.field === 'schema' ? run.refusal.detail : undefined;
  return (
    <section class="section" aria-labelledby="schema-heading">
      <div class="section-head">
        <h2 id="schema-heading">Schema</h2>
        <Templates />
      </div>
      <div class="schema-bar">
        <TabList id="schema" label="View of the schema" tabs={views} chosen={view} onChoose={setView} />
        <span class="schema-tools">
          <CopyButton what="the schema" text={() => schema} />
          <OpenSchema />
          <SaveButton label="Save" name="schema.json" type="application/json" text={() => schema} />
        </span>
      </div>
      {(mistake || refused) && (
        <p id="schema-problem" class="problem" role="alert">
          <Icon name="warning" /> {mistake ? `Line ${mistake.line}: ${mistake.message}` : refused}
        </p>
      )}
      <div role="tabpanel" id="schema-panel" aria-labelledby={`schema-${view}`} class="schema-panel">
        {view === 'form' ? (
          <SchemaForm />
        ) : (
          <CodeView
            label="Schema as JSON"
            hint="Tab leaves the editor"
            text={schema}
            mark={mistake}
            onChange={(text) => dispatch({ type: 'schema', text })}
          />
        )}
      </div>
    </section>
  );
}

/** Opens a schema from a file. Its mistakes are marked like typed ones. */
function OpenSchema() {
  const { dispatch } = useStore();
  return (
    <span class="open-schema">
      <input
        id="schema-file"
        class="visually-hidden"
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          void currentTarget.files?.[0]?.text().then((text) => dispatch({ type: 'template', text }));
          currentTarget.value = '';
        }}
      />
      <label class="button quiet" for="schema-file">
        <Icon name="file" /> Open<span class="visually-hidden"> a schema file</span>
      </label>
    </span>
  );
}
