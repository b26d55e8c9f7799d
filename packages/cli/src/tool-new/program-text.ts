/** The programs of new tools: each a whole runner, which the author changes. */

export const typescriptText = (
  name: string,
): string => `/** The runner of ${name}. Start: PORT=8787 FAREBOX_RUNNER_SECRETS=whsec_… npm start */
import { createHash } from 'node:crypto';
import { createRunner, type Run, type RunOutcome, RunFailed } from '@farebox/runner';
import { folderStore, serve } from '@farebox/runner/node';

async function describe({ arguments: { hash }, file, progress }: Run<{ hash: boolean }>): Promise<RunOutcome> {
  const bytes = await file('/source').bytes();
  if (bytes.length === 0) throw new RunFailed('an empty file', { reason: 'content_rejected' });
  progress(0.5); // customers see it
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { result: { sizeBytes: bytes.length, ...(hash ? { sha256 } : {}) } };
}

const runner = createRunner({
  secrets: (process.env.FAREBOX_RUNNER_SECRETS ?? '').split(' '),
  store: folderStore(process.env.RUNS ?? 'runs'),
  tools: { '${name}': describe },
});
const { url } = await serve(runner, { port: Number(process.env.PORT ?? 8787) });
console.log(\`listening at \${url}\`);
`;

export const pythonText = (
  name: string,
): string => `"""The runner of ${name}. Start: PORT=8787 FAREBOX_RUNNER_SECRETS=whsec_… .venv/bin/python runner.py"""

import hashlib
import os

from farebox_runner import File, FolderStore, Outcome, Run, Runner, RunFailed, serve, tool


@tool('${name}')
def describe(run: Run, source: File, hash: bool = True) -> Outcome:
    content = source.read()
    if not content:
        raise RunFailed('an empty file', reason='content_rejected')
    run.progress(0.5)  # customers see it
    sha256 = {'sha256': hashlib.sha256(content).hexdigest()} if hash else {}
    return Outcome({'sizeBytes': len(content), **sha256})


runner = Runner(
    describe,
    secrets=os.environ['FAREBOX_RUNNER_SECRETS'].split(),
    store=FolderStore(os.environ.get('RUNS', 'runs')),
)

if __name__ == '__main__':
    serve(runner, port=int(os.environ.get('PORT', '8787')))
`;
