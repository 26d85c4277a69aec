import { type Command, findIsolationLevel, isolatedCommand } from './confine.js';

/** How a process that is no converter's is started in the same isolation: Node with these options and parameters, which sees these paths only. */
export default async function confinedNode(): Promise<(node: readonly string[], visible: readonly string[]) => Command> {
  const level = await findIsolationLevel();
  return (node, visible) => isolatedCommand(node, visible, level);
}
