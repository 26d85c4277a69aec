import type { Engine } from '../../../core/index.js';
import { type DoctorFinding, fail, messageOf, ok } from './finding.js';

/** Checks with a free call whether each remote model can be reached. */
export async function providers(engine: Engine, online: boolean): Promise<readonly DoctorFinding[]> {
  if (engine.remote.length === 0) return [ok('providers', 'all models run here; no network is needed')];
  if (!online) return [ok('providers', `${engine.remote.map(({ label }) => label).join(', ')}: not asked; --online asks, at no cost`)];
  return Promise.all(
    engine.remote.map(async ({ label, reach }) => {
      try {
        await reach(AbortSignal.timeout(15_000));
        return ok('providers', `${label} is there and takes the key`);
      } catch (error) {
        return fail(
          'providers',
          messageOf(error),
          'Check the key, the name of the model and base_url, and that this machine may connect there.',
        );
      }
    }),
  );
}
