/** Commands as a reader pastes them into a shell. */
import { runProcess } from '@tollgate/testing';

/** What they print; rejects when the last of them fails. */
export const shell = (
  script: string,
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<string> => runProcess({ command: ['/bin/sh', '-c', script], ...options });
