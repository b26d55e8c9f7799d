/** Whether a run of an own tool may begin now: asked before its files are loaded, because many runs may wait for one runner. */
import { hasParametersOf } from '@farebox/catalog';
import type { Leave } from '@farebox/kernel';
import { type Admit, PlacesTaken } from '@farebox/worker';
import { sideOf } from './entries.ts';
import type { Places } from './places.ts';
import { toolOf, type ToolVersions } from './versions.ts';

export interface AdmissionOptions {
  readonly versions: ToolVersions;
  readonly places: Places;
}

/** A call that the runner has already takes a place in any case. */
export function createAdmission({ versions, places }: AdmissionOptions): Admit {
  return async ({ operation, parameters, isBegun }) => {
    if (operation !== 'run-tool' || !hasParametersOf('run-tool', parameters)) return nothing;
    const { tool, version, provider } = parameters;
    const found = await toolOf(versions, tool, version);
    // The operation leaves such a step to another worker.
    if (found === null || sideOf(provider, tool) === null) return nothing;
    if (isBegun) return places.take(provider);
    const leave = places.tryTake(provider, found.manifest.runner.concurrency);
    if (leave === null) throw new PlacesTaken();
    return leave;
  };
}

const nothing: Leave = () => {};
