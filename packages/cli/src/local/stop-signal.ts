/** Signals when a long-running command must stop. The command itself then stops in order. */

/**
 * Aborts at SIGINT, SIGTERM or SIGHUP, when the bootstrap that started this process has ended, and when standard output
 * is closed (`npm start | head`). A repeated signal is passed on.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const abort = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort);
  process.once('disconnect', abort);
  process.stdout.on('error', abort);
  process.channel?.unref();
  return stopping.signal;
}
