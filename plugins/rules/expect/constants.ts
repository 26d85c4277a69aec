import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { ConfigError } from '../../../core/index.js';
import { type Pattern, patternOf } from '../records/pattern.js';
import { dayOf } from './types.js';

/** CEL's own `matches` takes for ever on a text that is made for it, and looks at its pattern only when it runs. */
const linear = 'matchesInLinearTime';

/** Adds the function that tests patterns; each is compiled once. */
export function withPatterns(environment: Environment): Environment {
  const compiled = new Map<string, Pattern>();
  return environment.registerFunction(`string.${linear}(string): bool`, (text: string, source: string) => {
    const pattern = compiled.get(source) ?? patternOf(source);
    compiled.set(source, pattern);
    return pattern.test(text);
  });
}

/**
 * Has the patterns of checked nodes tested in linear time, and refuses constants that mean nothing.
 * @throws ConfigError with the column
 */
export function settleConstants(nodes: readonly ASTNode[]): void {
  for (const node of nodes) {
    if (node.op === 'call' && node.args[0] === 'day') settleDay(node.args[1][0]);
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      settlePattern(node.args[2][0]);
      node.args[0] = linear;
    }
    if ((node.op === '/' || node.op === '%') && isZero(node.args[1])) throw atColumn(node.args[1], 'a division by zero');
  }
}

function settleDay(node: ASTNode | undefined): void {
  if (node?.op === 'value') settled(node, () => dayOf(String(node.args)));
}

function settlePattern(node: ASTNode | undefined): void {
  if (node?.op !== 'value') throw atColumn(node, 'the pattern of matches() must be a text in quotation marks');
  settled(node, () => patternOf(String(node.args)));
}

function settled(node: ASTNode, make: () => unknown): void {
  try {
    make();
  } catch (error) {
    throw atColumn(node, error instanceof Error ? error.message : String(error));
  }
}

const isZero = (node: ASTNode): boolean => node.op === 'value' && (node.args === 0 || node.args === 0n);

const atColumn = (node: ASTNode | undefined, why: string): ConfigError =>
  new ConfigError(`"that", column ${(node?.range.start ?? 0) + 1}: ${why}`);
