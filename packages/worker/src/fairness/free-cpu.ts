/**
 * Counts free work: the processor time of failed work, which is not charged. Beyond an hourly budget of all its
 * projects, an organization is restricted to one execution at a time. It is only a hint: if the database does not
 * respond, no further organization is restricted.
 */
import type { FairnessStore } from '@farebox/executions';
import type { Clock } from '@farebox/kernel';
import type { Observer } from '../observer.ts';

export interface FreeCpu {
  /** Organizations over their budget, a few seconds old. */
  readonly restricted: () => ReadonlySet<string>;
  readonly count: (projectId: string, seconds: number) => void;
}

export interface FreeCpuOptions {
  readonly store: Pick<FairnessStore, 'countFreeCpu' | 'overFreeCpuBudget'>;
  /** 0 means no budget and no restriction. */
  readonly budgetSeconds: number;
  readonly clock: Clock;
  readonly observer: Observer;
}

const REFRESH_MS = 5000;

export function createFreeCpu({ store, budgetSeconds, clock, observer }: FreeCpuOptions): FreeCpu {
  let known: ReadonlySet<string> = new Set();
  let nextMs = -Infinity;

  async function refresh(): Promise<void> {
    try {
      known = await store.overFreeCpuBudget(budgetSeconds);
    } catch (error) {
      observer.warn(error, 'the budgets of free processor time could not be read');
    }
  }

  async function write(projectId: string, seconds: number): Promise<void> {
    try {
      await store.countFreeCpu(projectId, seconds);
      nextMs = -Infinity;
    } catch (error) {
      observer.warn(error, 'free processor time could not be counted');
    }
  }

  return {
    restricted() {
      if (budgetSeconds > 0 && clock.monotonicMs() >= nextMs) {
        nextMs = clock.monotonicMs() + REFRESH_MS;
        void refresh();
      }
      return known;
    },
    count: (projectId, seconds) => {
      if (budgetSeconds > 0) void write(projectId, seconds);
    },
  };
}
