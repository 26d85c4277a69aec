/** The kit for tests of plugins, `vouch/testing` in the package: pages from text, readings from objects, and each stage by itself. */

export { type Instance, instanceOf, type PluginHost } from './instance.js';
export {
  type ConverterRun,
  type ConverterSetting,
  type GateRun,
  type InjectorRun,
  type ModelRun,
  type RecognizerSetting,
  type RuleRun,
  runConverter,
  runGate,
  runInjector,
  runModel,
  runRecognizer,
  runRule,
  type StageRun,
} from './run-plugin.js';
export type { StageSetting } from './stage.js';
export { documentOf, pageOf } from './typed-page.js';
export { cell, cellsOf, type ReadValue, type ReadValues } from './typed-reading.js';
