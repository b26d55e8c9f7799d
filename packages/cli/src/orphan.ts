/**
 * Loaded into every application that the supervisor starts (`node --import`). When the supervisor is killed its channel
 * closes: the application then ends as it would for SIGTERM, so no orphan keeps a port or a lease.
 */
import { isMainThread } from 'node:worker_threads';

const PATIENCE_MS = 25_000;

// Not in the threads and child processes of an application: those belong to it.
const isSupervised = isMainThread && process.env['SUPERVISOR_PID'] === String(process.ppid);

if (isSupervised && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
