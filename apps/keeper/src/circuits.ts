/**
 * Measures which external services have an open circuit; gateways refuse their tools meanwhile. Runners of teams' tools are in
 * no file, so each of them is measured from its first failure on.
 */
import type { Circuits } from '@farebox/providers';
import type { Metrics } from '@farebox/telemetry';

/** Returns 0, because it only measures. */
export async function measureCircuits(
  circuits: Pick<Circuits, 'all'>,
  { circuitsOpen }: Pick<Metrics, 'circuitsOpen'>,
  providers: readonly string[],
): Promise<number> {
  const all = await circuits.all();
  for (const provider of new Set([...providers, ...all.keys()]))
    circuitsOpen.set({ provider }, all.get(provider) === true ? 1 : 0);
  return 0;
}
