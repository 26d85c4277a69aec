import type { LoadedConfig } from '../../../config/index.js';
import type { Engine } from '../../../core/index.js';
import { openEngine } from '../input/configuration.js';
import { type DoctorFinding, fail, messageOf, ok, warn } from './finding.js';
import { inspector, inspectorOf } from './inspector.js';
import { clock, disk, ports, runtime } from './machine.js';
import { ocr } from './ocr.js';
import { providers } from './providers.js';
import { sandbox } from './sandbox.js';
import { store } from './store.js';

interface ExamineOptions {
  /** @throws ConfigError */
  readonly load: () => Promise<LoadedConfig>;
  readonly cwd: string;
  readonly online: boolean;
  /** The process of a host's own app. */
  readonly app?: number | undefined;
}

/** Checks everything that a server needs, in the order in which it needs it. No file is created. */
export async function examine({ load, cwd, online, app }: ExamineOptions): Promise<readonly DoctorFinding[]> {
  const opened = await openConfig(load);
  if ('problem' in opened) {
    const rest = ['store', 'providers', 'ocr', 'ports'].map((name) => warn(name, 'not looked at', 'Mend the configuration first.'));
    return [
      runtime(),
      fail('config', opened.problem, 'npx vouch init writes one that holds; npx vouch config print shows what counts.'),
      ...rest,
      await sandbox(),
      clock(),
      disk(undefined, cwd),
    ];
  }
  const { config, engine } = opened;
  try {
    return [
      runtime(),
      ok(
        'config',
        `${config.file ?? 'the default'}: ${config.engine.tiers.map(({ label, plugin }) => label ?? plugin.name).join(', then ')}`,
      ),
      await store(config.server.store, config.server.keys, cwd),
      ...(await providers(engine, online)),
      ...(await ocr(config.engine)),
      await sandbox(),
      await inspector(),
      ...(app === undefined ? [] : [inspectorOf(app)]),
      clock(),
      disk(config.server.store, cwd),
      await ports(config.server),
    ];
  } finally {
    await engine.close();
  }
}

async function openConfig(
  load: ExamineOptions['load'],
): Promise<{ readonly config: LoadedConfig; readonly engine: Engine } | { readonly problem: string }> {
  try {
    const config = await load();
    return { config, engine: openEngine(config) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
