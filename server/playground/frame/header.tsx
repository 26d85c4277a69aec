import { Icon } from '../parts/icon.js';
import { ThemeChoice } from '../parts/theme-choice.js';
import { Credits } from '../setup/credits.js';
import { useStore } from '../state/store.js';

export function Header() {
  const { service } = useStore().state;
  const version = service && service !== 'unknown' ? service.version : undefined;
  return (
    <header class="header">
      <h1 class="brand">
        <Icon name="mark" />
        Vouch <span class="brand-what">playground</span>
        {version && <span class="version">v{version}</span>}
      </h1>
      <Credits />
      <ThemeChoice />
    </header>
  );
}
