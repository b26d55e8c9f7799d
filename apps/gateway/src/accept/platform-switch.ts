/**
 * Decides if the platform executes at all. Both switches must be on: the setting, and the row that every read of a key
 * includes.
 */
import type { Identity } from '@farebox/identity';

export const executesNow = (
  { executionEnabled }: { readonly executionEnabled: boolean },
  { platform }: Pick<Identity, 'platform'>,
): boolean => executionEnabled && platform.executionEnabled;
