/**
 * Runs the `tar` of this machine, which every Unix has. The result is a gzipped archive that can be read without
 * Farebox.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Returns the standard output. Rejects with the error output of tar. */
export async function tar(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('tar', args, { maxBuffer: OUTPUT_BYTES_MAX })).stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error('tar is not on the PATH: install it.', { cause: error });
    throw new Error(`tar: ${stderr.trim().split('\n', 1)[0] ?? message}`, { cause: error });
  }
}
