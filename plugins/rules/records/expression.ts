import { type ASTNode, Environment, EvaluationError } from '@marcbachmann/cel-js';
import {
  type Checkable,
  ConfigError,
  didYouMean,
  type NeededField,
  type StatedFinding,
  type Unknown,
  unknown,
} from '../../../core/index.js';
import { type Concept, conceptKind, isConcept, lexicon } from '../../../core/text.js';
import { Amount, Day, dayOf, NoValue, withTypes } from './expression-types.js';
import { firstOf, type Pattern, patternOf } from './fields.js';

const kinds = { text: 'string', number: 'Amount', date: 'Day', boolean: 'bool' } as const;
type NameKind = keyof typeof kinds;

interface Expression {
  readonly needs: readonly NeededField[];
  /** `holds` is null where a value is, or where the expression has none; `actual` has the values by their names. */
  evaluate(result: Checkable): EvaluatedExpression;
}

interface EvaluatedExpression extends Pick<StatedFinding, 'fields' | 'holds' | 'actual'> {
  /** Why the expression has no value though all its names have one. */
  readonly why?: string;
}

/** An expression is one line of a configuration; these bounds keep its evaluation short. */
const limits = { maxAstNodes: 200, maxDepth: 20, maxListElements: 100, maxMapEntries: 1, maxCallArguments: 4 };

/**
 * Parses and checks an expression. Its names are concepts, and those of `fields`. Amounts are exact, dates are days.
 * @throws ConfigError with the column, for what does not parse, for an unknown name, and for what is neither true nor false
 */
export function expressionOf(that: string, fields: Readonly<Record<string, unknown>>): Expression {
  const known = new Map([...concepts, ...Object.entries(fields).map(([name, kind]) => [name, kindIn(name, kind)] as const)]);
  const environment = withPatterns(withTypes(new Environment({ limits })));
  for (const [name, kind] of known) environment.registerVariable(name, kinds[kind]);
  const { valid, type, error } = environment.check(that);
  if (!valid) throw new ConfigError(`"that", column ${(error?.range?.start ?? 0) + 1}: ${reasonOf(error, known)}`, [], { cause: error });
  if (type !== 'bool') throw new ConfigError(`"that" is neither true nor false, but ${type}: compare it with something`);
  const evaluated = environment.parse(that);
  const nodes = nodesIn(evaluated.ast);
  checkConstants(nodes);
  const names = [...new Set(nodes.flatMap((node) => (node.op === 'id' ? [node.args] : [])))].filter((name) => known.has(name));
  const kindsOf = names.map((name) => ({ name, kind: known.get(name) ?? 'text' }));
  return {
    needs: kindsOf.map(needed),
    evaluate(result) {
      const values = kindsOf.map(({ name, kind }) => ({ name, value: valueUnder(result, name, kind) }));
      const fields = names.map((name) => firstOf(result, name).field);
      if (values.some(({ value }) => value === unknown)) return { fields, holds: null, actual: null };
      const actual = values.map(({ name, value }) => `${name} ${String(value)}`).join(', ');
      try {
        return { fields, holds: evaluated(Object.fromEntries(values.map(({ name, value }) => [name, value]))) === true, actual };
      } catch (error) {
        return { fields, holds: null, actual, why: whyNoValue(error) };
      }
    },
  };
}

/** Of CEL's errors only the code is told: a message may have text of the document. @throws what is no error of an expression */
function whyNoValue(error: unknown): string {
  if (error instanceof NoValue) return error.message;
  if (error instanceof EvaluationError) return error.code.replaceAll('_', ' ');
  throw error;
}

function kindOfConcept(concept: Concept): NameKind {
  const kind = conceptKind(concept);
  if (kind === 'amount' || concept === 'tax_rate') return 'number';
  return kind === 'date' ? 'date' : 'text';
}

/** Those of a whole document: a row has no name of its own. */
const concepts: readonly (readonly [string, NameKind])[] = Object.keys(lexicon)
  .filter(isConcept)
  .filter((name) => !/^(?:line|other)_/.test(name))
  .map((name) => [name, kindOfConcept(name)]);

function kindIn(name: string, kind: unknown): NameKind {
  if (typeof kind === 'string' && Object.hasOwn(kinds, kind)) return kind as NameKind;
  throw new ConfigError(`the field "${name}" must be one of ${Object.keys(kinds).join(', ')}`);
}

function reasonOf(error: { readonly summary?: string; readonly code?: string } | undefined, known: ReadonlyMap<string, NameKind>): string {
  const summary = error?.summary ?? 'it does not parse';
  if (error?.code !== 'unknown_variable') return summary;
  const names = [...known.keys()].sort();
  return `${summary}.${didYouMean(summary.split(' ').at(-1) ?? '', names)} There are ${names.join(', ')}; others are named in "fields"`;
}

const needed = ({ name, kind }: { readonly name: string; readonly kind: NameKind }): NeededField => ({
  name,
  type: kind === 'number' ? 'number' : kind === 'boolean' ? 'boolean' : 'string',
  ...(kind === 'date' && { format: 'date' }),
});

function valueUnder(result: Checkable, name: string, kind: NameKind): Amount | Day | string | boolean | Unknown {
  if (kind === 'number') {
    const number = result.number(name);
    return number === unknown ? unknown : new Amount(number);
  }
  if (kind === 'date') {
    const date = result.date(name);
    return date === unknown ? unknown : new Day(date);
  }
  const { value } = firstOf(result, name);
  return typeof value === (kind === 'boolean' ? 'boolean' : 'string') && typeof value !== 'object' ? value : unknown;
}

/** A node and all below it. */
const nodesIn = (node: ASTNode): readonly ASTNode[] => [node, ...partsIn(node.args).flatMap(nodesIn)];

function partsIn(given: unknown): readonly ASTNode[] {
  if (Array.isArray(given)) return given.flatMap(partsIn);
  return isNode(given) ? [given] : [];
}
const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** CEL's own `matches` takes for ever on a text that is made for it, and looks at its pattern only when it runs. */
const linear = 'matchesInLinearTime';

/** Adds the function that tests patterns; each is compiled once. */
function withPatterns(environment: Environment): Environment {
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
function checkConstants(nodes: readonly ASTNode[]): void {
  for (const node of nodes) {
    if (node.op === 'call' && node.args[0] === 'day') checkDay(node.args[1][0]);
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      checkPattern(node.args[2][0]);
      node.args[0] = linear;
    }
    if ((node.op === '/' || node.op === '%') && isZero(node.args[1])) throw atColumn(node.args[1], 'a division by zero');
  }
}

function checkDay(node: ASTNode | undefined): void {
  if (node?.op === 'value') checked(node, () => dayOf(String(node.args)));
}

function checkPattern(node: ASTNode | undefined): void {
  if (node?.op !== 'value') throw atColumn(node, 'the pattern of matches() must be a text in quotation marks');
  checked(node, () => patternOf(String(node.args)));
}

function checked(node: ASTNode, make: () => unknown): void {
  try {
    make();
  } catch (error) {
    throw atColumn(node, error instanceof Error ? error.message : String(error));
  }
}

const isZero = (node: ASTNode): boolean => node.op === 'value' && (node.args === 0 || node.args === 0n);

const atColumn = (node: ASTNode | undefined, why: string): ConfigError =>
  new ConfigError(`"that", column ${(node?.range.start ?? 0) + 1}: ${why}`);
