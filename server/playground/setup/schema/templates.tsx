import { useRef, useState } from 'preact/hooks';
import { isTemplate, type TemplateName, templateNames, templateText, templateTitle } from '../../schema/templates.js';
import { useStore } from '../../state/store.js';

/** The shipped schemas. An edited schema is replaced only after a question, and the replacement can be undone. */
export function Templates() {
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
