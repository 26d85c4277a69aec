import { definePlugin } from 'vouch';

/** Every field must reach the threshold, required or not, but those in `except`. Put what you accept in its place. */
export default definePlugin({
  kind: 'gate',
  name: '__name__',
  api: 1,
  options: { type: 'object', properties: { except: { type: 'array', items: { type: 'string' }, default: [] } } },
  create: ({ except }) => ({
    review: (draft, _schema, threshold) =>
      draft.fields
        .filter(({ path, score }) => score < threshold && !except.includes(path))
        .map(({ path, value }) => ({ path, cause: value === null ? 'null' : 'unsure' })),
  }),
});
