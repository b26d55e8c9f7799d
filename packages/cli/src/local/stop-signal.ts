/** When a command that runs until it is stopped shall stop. It only says so: whoever runs ends in order. */

/**
 * Aborts at SIGINT, SIGTERM or SIGHUP, when the bootstrap that started this is gone, and when nobody reads its words any
 * more (`npm start | head`). A repeated signal is passed on.
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
