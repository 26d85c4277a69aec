import { definePlugin, type JsonObject, type MetaInjector, type Part } from '../../../../core/index.js';
import meta from '../../../../plugins/injectors/meta.js';
import type { Appraisal } from '../../../kit/fault.js';

/** The shipped injector, which also keeps the draft behind each object, because the wire does not carry the caps. */
export const recorder = (seen: Map<JsonObject, Appraisal>): Part<'injector'> => ({
  plugin: definePlugin({
    kind: 'injector',
    name: 'recorder',
    create: (_, context): MetaInjector => {
      const shipped = meta.create({}, context);
      return {
        inject: (draft, doubts, checks) => {
          const object = shipped.inject(draft, doubts, checks);
          seen.set(object, { draft, checks });
          return object;
        },
      };
    },
  }),
});
