import { Icon } from '../../parts/icon.js';
import { useStore } from '../../state/store.js';

/** Takes a schema from a file, as it is: mistakes are marked like those that are typed. */
export function OpenSchema() {
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
