/**
 * Loaded into every application that the supervisor starts (`node --import`). If the supervisor is killed, its IPC
 * channel closes. The application then stops as for SIGTERM, so that no orphan keeps a port or a lease.
 */
import { isMainThread } from 'node:worker_threads';

/** The stop timeout of the supervisor; unset if there is no supervisor. */
const timeoutMs = Number(process.env['SUPERVISED']);
const isSupervised = isMainThread && process.env['SUPERVISED'] !== undefined;
// Threads and child processes of an application do not inherit the variable, because the application stops them itself.
delete process.env['SUPERVISED'];

if (isSupervised) {
  process.once('disconnect', endAsOrphan);
  // The supervisor may have been killed before this line ran. The parent pid cannot show that, because it has changed
  // by then.
  if (!process.connected) endAsOrphan();
  process.channel?.unref();
}

function endAsOrphan(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), timeoutMs).unref();
  process.kill(process.pid, 'SIGTERM');
}
