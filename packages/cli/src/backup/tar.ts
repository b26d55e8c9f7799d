/** The `tar` of this machine, which every Unix has; a gzipped archive that anybody can look into without us. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Answers standard output; rejects with what tar said. */
export async function tar(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('tar', args, { maxBuffer: OUTPUT_BYTES_MAX })).stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error('tar is not on PATH: install it.', { cause: error });
    throw new Error(`tar: ${stderr.trim().split('\n', 1)[0] ?? message}`, { cause: error });
  }
}
