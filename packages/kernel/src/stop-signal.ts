/** How a process learns that it should stop: SIGTERM, SIGINT, or the end of the supervisor that started it with a channel. */

export type StopCause = 'SIGTERM' | 'SIGINT' | 'supervisor_gone';

/**
 * Resolves once, with the first cause. From then on SIGTERM and SIGINT no longer end the process: it drains and
 * calls process.exit, because a listened-to channel keeps it alive.
 */
export function stopRequested(): Promise<StopCause> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => resolve('SIGINT'));
    if (process.send === undefined) return;
    process.on('disconnect', () => resolve('supervisor_gone'));
    // A channel that is already closed tells nobody.
    if (!process.connected) resolve('supervisor_gone');
  });
}
