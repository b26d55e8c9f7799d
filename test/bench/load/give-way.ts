/**
 * Lowers the priority of a load generator, so that making its load takes no processor time from the measured processes. Each process of the bench is a
 * session, and Linux may divide the processor by sessions (autogroups); niceness then has no effect between them.
 */
import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Added to the nice value, which has 40 steps. */
const LESS = 10;

export function giveWay(): void {
  setPriority(Math.min(getPriority() + LESS, constants.priority.PRIORITY_LOW));
  try {
    writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW));
  } catch {
    // Not Linux, or without such groups.
  }
}
