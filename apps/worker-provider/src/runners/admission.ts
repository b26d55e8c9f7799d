/** Whether a run of an own tool may begin now: asked before its files are loaded, because many runs may wait for one runner. */
import { hasParametersOf } from '@farebox/catalog';
import { boundedMap, type Leave } from '@farebox/kernel';
import type { Manifest } from '@farebox/manifest';
import { type Admit, type PlacesToWaitFor, PlacesTaken } from '@farebox/worker';
import type { PullRuns } from '@farebox/tools';
import { type Side, sideOf } from './entries.ts';
import { orTryLater } from './or-try-later.ts';
import type { Places } from './places.ts';
import { isPullReady } from './pull-ready.ts';
import type { ToolVersions } from './versions.ts';

export interface AdmissionOptions {
  readonly versions: ToolVersions;
  readonly places: Places;
  readonly pull: Pick<PullRuns, 'readiness'>;
}

export interface Admission {
  /** A call that the runner has already takes a place in any case. */
  readonly admit: Admit;
  readonly places: PlacesToWaitFor;
}

type AwaitedRunner = Pick<Manifest, 'name' | 'runner'> & { readonly side: Side };

/** Runners that runs wait for. Of a forgotten one, the runs begin at the end of their pause. */
const AWAITED_MAX = 1000;

export function createAdmission({ versions, places, pull }: AdmissionOptions): Admission {
  const awaited = boundedMap<AwaitedRunner>(AWAITED_MAX);
  let onFree: (provider: string) => void = () => {};

  const told =
    (provider: string, leave: Leave) =>
    (isOver: boolean): void => {
      leave();
      // While the runner is away, its other runs keep their run time.
      if (isOver) onFree(provider);
    };

  async function takePlace(provider: string, tool: AwaitedRunner): Promise<Leave> {
    const leave = places.tryTake(provider, tool.runner.concurrency);
    try {
      if (leave !== null && (await isPullReady(tool, tool.side, pull))) return leave;
    } catch (error) {
      leave?.();
      throw error;
    }
    leave?.();
    awaited.set(provider, tool);
    throw new PlacesTaken(provider);
  }

  return {
    async admit({ operation, parameters, isBegun }) {
      if (operation !== 'run-tool' || !hasParametersOf('run-tool', parameters)) return nothing;
      const { tool, version, provider } = parameters;
      const found = await orTryLater(versions(tool, version));
      // The operation leaves such a step to another worker.
      const side = sideOf(provider, tool);
      if (found === null || side === null) return nothing;
      if (isBegun) return told(provider, places.take(provider));
      const { name, runner } = found.manifest;
      return told(provider, await takePlace(provider, { name, runner, side }));
    },
    places: {
      onFree: (listener) => void (onFree = listener),
      async free(provider) {
        const tool = awaited.get(provider);
        if (tool === undefined) return 0;
        const free = Math.max(tool.runner.concurrency - places.taken(provider), 0);
        return free > 0 && (await isPullReady(tool, tool.side, pull)) ? free : 0;
      },
    },
  };
}

const nothing: Leave = () => {};
