import type { VerifierRule } from '../contracts/rule.js';
import { faultOf } from '../stages/checking/rule-fault.js';
import type { FactorySettings } from './plugin-factory.js';

/**
 * The same rule, which tells the operator's log when it throws: the class of the error and the line. The message may have text of the document,
 * and no such text reaches a log.
 */
export function loggedRule(rule: VerifierRule, log: NonNullable<FactorySettings['log']>): VerifierRule {
  const { type, needs } = rule;
  const calculate = rule.calculate?.bind(rule);
  return {
    type,
    ...(needs && { needs }),
    ...(calculate && { calculate }),
    check: async (result, context) => {
      try {
        return await rule.check(result, context);
      } catch (error) {
        log('rule failed', { rule: type, fault: faultOf(error) });
        throw error;
      }
    },
  };
}
