/** Decides if an execution must be refused for now because something that its steps need is away. */
import type { ProviderName } from '@farebox/catalog';
import type { Dependencies } from '../endpoint/dependencies.ts';

/** The part of a quote that says what its steps need. */
export interface Needed {
  readonly providers: readonly (readonly ProviderName[])[];
  readonly needsStore: boolean;
}

export const isTemporarilyUnavailable = async (
  { circuits, storeWatch }: Pick<Dependencies, 'circuits' | 'storeWatch'>,
  { providers, needsStore }: Needed,
): Promise<boolean> => (await circuits.anyOpen(providers)) || (needsStore && (await storeWatch.isAway()));
