/**
 * Loaded into every application that the supervisor starts (`node --import`). When the supervisor is killed its channel
 * closes: the application then ends as it would for SIGTERM, so no orphan keeps a port or a lease.
 */
import { isMainThread } from 'node:worker_threads';

/** As long as its supervisor would have waited; not set where there is none. */
const timeoutMs = Number(process.env['SUPERVISED']);
const isSupervised = isMainThread && process.env['SUPERVISED'] !== undefined;
// The threads and child processes of an application are its own affair: they do not inherit the mark.
delete process.env['SUPERVISED'];

if (isSupervised) {
  process.once('disconnect', endAsOrphan);
  // It may have been killed before this ran; the pid of the parent cannot tell, since it has changed by then.
  if (!process.connected) endAsOrphan();
  process.channel?.unref();
}

function endAsOrphan(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), timeoutMs).unref();
  process.kill(process.pid, 'SIGTERM');
}
