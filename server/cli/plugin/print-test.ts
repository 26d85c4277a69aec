import type { Plugin } from '../../../core/index.js';
import type { ContractResult, RuleMeasure } from '../../../test/kit/index.js';
import { columns, type TextStyles } from '../output/text.js';

/** What came of the test of one plugin. */
export interface PluginTest {
  readonly plugin: Plugin;
  readonly contract: readonly ContractResult[];
  /** Only for rules. */
  readonly measure?: RuleMeasure;
}

/** The lines that a person reads. */
export function linesOf({ plugin, contract, measure }: PluginTest, { strong, faint, good, bad }: TextStyles): readonly string[] {
  const promises = contract.flatMap(({ promise, failure, skipped }) => {
    if (failure !== undefined) return [`  ${bad('✗')} ${promise}`, `      ${failure}`];
    return skipped === undefined ? [`  ${good('✓')} ${promise}`] : [`  ${faint('–')} ${promise}: ${skipped}`];
  });
  return [strong(`${plugin.kind} ${plugin.name}`), ...promises, ...(measure ? measureLines(measure) : [])];
}

function measureLines({
  documents,
  concerned,
  planted,
  without,
  with: caught,
  faults,
  right,
  lost,
  held,
  ms,
}: RuleMeasure): readonly string[] {
  const more = Object.entries(faults).map(([fault, count]) => [fault, `${count.without} of ${count.planted}`, '→', String(count.with)]);
  return [
    `  documents    ${documents}, and it says something of ${concerned}`,
    `  caught       ${caught} of ${planted} planted mistakes, ${without} without it`,
    ...columns(more, 4),
    `  lost         ${lost} of ${right} right values (${percent(lost, right)}); ${held} of ${documents} right documents held`,
    `  time         ${ms.toFixed(2)} ms a document`,
  ];
}

const percent = (part: number, all: number): string => `${all === 0 ? '0.0' : ((100 * part) / all).toFixed(1)} %`;
