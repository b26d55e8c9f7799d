/** Whether the platform executes at all. Two switches, both of which must be on: the setting, and the row that every look-up of a key reads. */
import type { Identity } from '@farebox/identity';

export const executesNow = (
  { executionEnabled }: { readonly executionEnabled: boolean },
  { platform }: Pick<Identity, 'platform'>,
): boolean => executionEnabled && platform.executionEnabled;
