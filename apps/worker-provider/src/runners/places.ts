/** How many calls this process has at each runner: no more than its manifest permits. */
import type { Leave } from '@farebox/kernel';

export interface Places {
  /** Null while the runner has as many calls as it takes. */
  readonly tryTake: (provider: string, most: number) => Leave | null;
  /** How many calls it has now. */
  readonly taken: (provider: string) => number;
  /** For a call that the runner has already. */
  readonly take: (provider: string) => Leave;
}

export function createPlaces(): Places {
  const taken = new Map<string, number>();
  const change = (provider: string, by: number): void => {
    const now = (taken.get(provider) ?? 0) + by;
    if (now === 0) taken.delete(provider);
    else taken.set(provider, now);
  };
  const take = (provider: string): Leave => {
    change(provider, 1);
    return () => change(provider, -1);
  };
  const takenOf = (provider: string): number => taken.get(provider) ?? 0;
  return { take, taken: takenOf, tryTake: (provider, most) => (takenOf(provider) < most ? take(provider) : null) };
}
