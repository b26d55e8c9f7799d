/** Measures which external services have an open circuit; gateways refuse their tools meanwhile. */
import type { Circuits } from '@farebox/providers';
import type { Metrics } from '@farebox/telemetry';

/** Returns 0, because it only measures. */
export async function measureCircuits(
  circuits: Pick<Circuits, 'open'>,
  { circuitsOpen }: Pick<Metrics, 'circuitsOpen'>,
  providers: readonly string[],
): Promise<number> {
  const open = await circuits.open();
  for (const provider of providers) circuitsOpen.set({ provider }, open.has(provider) ? 1 : 0);
  return 0;
}
