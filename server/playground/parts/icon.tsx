const paths = {
  mark: 'M4 12.5l5 5L20 6.5',
  upload: 'M12 16V4m0 0L7 9m5-5l5 5M4 16v3a1 1 0 001 1h14a1 1 0 001-1v-3',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  rotate: 'M20 11a8 8 0 10-2.3 6.3M20 4v7h-7',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zm5 12l4.5 4.5',
  download: 'M12 4v12m0 0l-5-5m5 5l5-5M4 20h16',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  warning: 'M12 4L2.5 20h19zM12 10v5m0 2.2v.3',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zm0 8v5.5m0-9v.3',
  ok: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 12.5l3 3 5.5-6',
  wrong: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9 9l6 6m0-6l-6 6',
  unknown: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 113.6 2.2c-.8.5-1.1.9-1.1 2M12 16.6v.3',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon. Text beside it always says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
