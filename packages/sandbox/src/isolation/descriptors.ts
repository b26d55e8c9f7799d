/**
 * Closes descriptors that a worker was started with, except its standard streams. Node hides its own descriptors from
 * the programs that it starts, but not one that the worker's own parent left open above a gap.
 */
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const STANDARD_STREAMS = 2;
const CLOSE_ON_EXEC = 0o2000000;

/** Called once, before anything else opens descriptors that a decoder could inherit. Needs /proc, so only on Linux. */
export function closeInheritedDescriptors(): void {
  for (const descriptor of descriptors())
    if (descriptor > STANDARD_STREAMS && isInheritable(descriptor)) closeSync(descriptor);
}

function descriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}

/** False also for the descriptor that listed the others, which is closed by now. */
function isInheritable(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
