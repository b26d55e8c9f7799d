/** The programs of new tools: each a whole runner, which the author changes. */

export interface ProgramOptions {
  /** True: the runner asks for its runs, and serves nothing. */
  readonly isPull: boolean;
}

export const typescriptText = (name: string, { isPull }: ProgramOptions): string => `${typescriptHead(name, isPull)}

async function describe({ arguments: { hash }, file, progress }: Run<{ hash: boolean }>): Promise<RunOutcome> {
  const bytes = await file('/source').bytes();
  if (bytes.length === 0) throw new RunFailed('an empty file', { reason: 'content_rejected' });
  progress(0.5); // customers see it
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { result: { sizeBytes: bytes.length, ...(hash ? { sha256 } : {}) } };
}

${isPull ? typescriptPull(name) : typescriptServe(name)}`;

const typescriptHead = (name: string, isPull: boolean): string =>
  isPull
    ? `/** The runner of ${name}. Start: FAREBOX_URL=https://… FAREBOX_RUNNER_KEY=… npm start */
import { createHash } from 'node:crypto';
import { createRunner, pull, type Run, type RunOutcome, RunFailed } from '@farebox/runner';`
    : `/** The runner of ${name}. Start: PORT=8787 FAREBOX_RUNNER_SECRETS=whsec_… npm start */
import { createHash } from 'node:crypto';
import { createRunner, type Run, type RunOutcome, RunFailed } from '@farebox/runner';
import { folderStore, serve } from '@farebox/runner/node';`;

const typescriptServe = (name: string): string => `const runner = createRunner({
  secrets: (process.env.FAREBOX_RUNNER_SECRETS ?? '').split(' '),
  store: folderStore(process.env.RUNS ?? 'runs'),
  tools: { '${name}': describe },
});
const { url } = await serve(runner, { port: Number(process.env.PORT ?? 8787) });
console.log(\`listening at \${url}\`);
`;

const typescriptPull = (name: string): string => `const runner = createRunner({ tools: { '${name}': describe } });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
await pull(runner, {
  url: process.env.FAREBOX_URL ?? 'http://127.0.0.1:8080',
  key: process.env.FAREBOX_RUNNER_KEY ?? '',
  idempotent: true, // as in farebox.yaml
  signal: stop.signal,
});
`;

export const pythonText = (name: string, { isPull }: ProgramOptions): string => `"""The runner of ${name}. Start: ${
  isPull ? 'FAREBOX_URL=https://… FAREBOX_RUNNER_KEY=…' : 'PORT=8787 FAREBOX_RUNNER_SECRETS=whsec_…'
} .venv/bin/python runner.py"""

import hashlib
import os

from farebox_runner import File, ${isPull ? 'Outcome, Run, Runner, RunFailed, pull, tool' : 'FolderStore, Outcome, Run, Runner, RunFailed, serve, tool'}


@tool('${name}')
def describe(run: Run, source: File, hash: bool = True) -> Outcome:
    content = source.read()
    if not content:
        raise RunFailed('an empty file', reason='content_rejected')
    run.progress(0.5)  # customers see it
    sha256 = {'sha256': hashlib.sha256(content).hexdigest()} if hash else {}
    return Outcome({'sizeBytes': len(content), **sha256})


${isPull ? PYTHON_PULL : PYTHON_SERVE}`;

const PYTHON_SERVE = `runner = Runner(
    describe,
    secrets=os.environ['FAREBOX_RUNNER_SECRETS'].split(),
    store=FolderStore(os.environ.get('RUNS', 'runs')),
)

if __name__ == '__main__':
    serve(runner, port=int(os.environ.get('PORT', '8787')))
`;

const PYTHON_PULL = `if __name__ == '__main__':
    pull(
        Runner(describe),
        url=os.environ.get('FAREBOX_URL', 'http://127.0.0.1:8080'),
        key=os.environ['FAREBOX_RUNNER_KEY'],
        idempotent=True,  # as in farebox.yaml
    )
`;
