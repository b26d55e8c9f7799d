/** Whether a run of an own tool may begin now: asked before its files are loaded, because many runs may wait for one runner. */
import { hasParametersOf } from '@farebox/catalog';
import type { Leave } from '@farebox/kernel';
import { type Admit, PlacesTaken } from '@farebox/worker';
import type { PullRuns } from '@farebox/tools';
import { sideOf } from './entries.ts';
import { orTryLater } from './or-try-later.ts';
import type { Places } from './places.ts';
import { isPullReady } from './pull-ready.ts';
import type { ToolVersions } from './versions.ts';

export interface AdmissionOptions {
  readonly versions: ToolVersions;
  readonly places: Places;
  readonly pull: Pick<PullRuns, 'readiness'>;
}

/** A call that the runner has already takes a place in any case. */
export function createAdmission({ versions, places, pull }: AdmissionOptions): Admit {
  return async ({ operation, parameters, isBegun }) => {
    if (operation !== 'run-tool' || !hasParametersOf('run-tool', parameters)) return nothing;
    const { tool, version, provider } = parameters;
    const found = await orTryLater(versions(tool, version));
    // The operation leaves such a step to another worker.
    const side = sideOf(provider, tool);
    if (found === null || side === null) return nothing;
    if (isBegun) return places.take(provider);
    const leave = places.tryTake(provider, found.manifest.runner.concurrency);
    if (leave === null) throw new PlacesTaken();
    try {
      if (!(await isPullReady(found.manifest, side, pull))) throw new PlacesTaken();
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  };
}

const nothing: Leave = () => {};
