import { useRef, useState } from 'preact/hooks';
import { CodeView } from '../parts/code-view.js';
import { CopyButton, Icon, SaveButton, TabList } from '../parts/controls.js';
import { useStore } from '../store.js';
import { mistakeIn } from './mistake.js';
import { SchemaForm } from './schema-form.js';
import { isTemplate, type TemplateName, templateNames, templateText, templateTitle } from './templates.js';

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

/** The shipped schemas. An edited schema is replaced only after a question, and the replacement can be undone. */
function Templates() {
  const { state, dispatch } = useStore();
  const [pending, setPending] = useState<TemplateName>();
  const picker = useRef<HTMLSelectElement>(null);
  const current = templateNames.find((name) => templateText(name) === state.schema) ?? '';
  const replace = (name: TemplateName): void => {
    dispatch({ type: 'template', text: templateText(name) });
    setPending(undefined);
    picker.current?.focus();
  };
  const choose = (name: TemplateName): void => (isTemplate(state.schema) ? replace(name) : setPending(name));
  return (
    <div class="templates">
      <label>
        <span>Template</span>
        <select ref={picker} value={pending ?? current} onChange={({ currentTarget }) => choose(currentTarget.value as TemplateName)}>
          {current === '' && (
            <option value="" disabled>
              Own
            </option>
          )}
          {templateNames.map((name) => (
            <option key={name} value={name}>
              {templateTitle(name)}
            </option>
          ))}
        </select>
      </label>
      {pending && (
        <div class="question" role="alertdialog" aria-label="Replace the schema?" aria-describedby="replace-question">
          <p id="replace-question">Replace your edited schema by the template {templateTitle(pending)}?</p>
          {/* biome-ignore lint/a11y/noAutofocus: the question that just opened needs an answer next */}
          <button type="button" class="button" autoFocus ref={(button) => button?.focus()} onClick={() => replace(pending)}>
            Replace
          </button>
          <button type="button" class="button quiet" onClick={() => setPending(undefined)}>
            Keep mine
          </button>
        </div>
      )}
      {state.replaced !== undefined && !isTemplate(state.replaced) && (
        <p class="question" role="status">
          Your schema was replaced.
          <button type="button" class="button quiet" onClick={() => dispatch({ type: 'undo-template' })}>
            Undo
          </button>
        </p>
      )}
    </div>
  );
}
