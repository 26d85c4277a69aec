import { definePlugin, type VerifierRule } from '../../core/index.js';
import { expressionOf } from './records/expression.js';

/** What a host expects of its documents, in one line of CEL: `{ use: expect, type: DUE_AFTER_ISSUE, that: 'due_date >= issue_date' }`. Source: the host. */
export default definePlugin({
  kind: 'rule',
  name: 'expect',
  options: {
    type: 'object',
    required: ['type', 'that'],
    properties: {
      type: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$', description: 'the name of the check on the wire' },
      that: {
        type: 'string',
        minLength: 1,
        description: 'a CEL expression that should be true; its names are concepts, and those of `fields`',
      },
      fields: {
        type: 'object',
        default: {},
        description: 'further fields by the names of their paths, each text, number, date or boolean',
      },
      says: { type: 'string', description: 'what is expected, in words that follow "should be"; the expression when absent' },
      strength: { type: 'string', enum: ['veto', 'strong', 'weak'], default: 'strong' },
      policy: { type: 'string', enum: ['hold', 'reread'], description: 'the document is held, and no score falls' },
    },
  },
  create({ type, that, fields, says = that, strength, policy }): VerifierRule {
    const { needs, evaluate } = expressionOf(that, fields);
    return {
      type,
      needs,
      check: async (result) => {
        const { why, ...found } = evaluate(result);
        const note = why === undefined ? {} : { note: `${type} cannot be verified: ${why}` };
        return [{ kind: 'predicate', ...found, expected: says, strength, ...note, ...(policy && { policy }) }];
      },
    };
  },
});
