/**
 * Checks what each own tool on offer needs at live projects: its secret and its address as the provider worker reads them, or
 * a runner that asks for work. It calls no runner, and prints no secret.
 */
import { isIP } from 'node:net';
import type { Database } from '@farebox/db';
import { EgressRefused, type Guarded, within } from '@farebox/kernel';
import { countRunnerKeys, type OfferedRunner, pullRuns } from '@farebox/tools';
import { apiKeysIn, guardRunner, secretsIn } from '@farebox/tools/runners';
import { type Finding, ok, skipped, warning } from './finding.ts';
import type { DoctorConfig } from './settings.ts';

const WHAT = 'own tools';
const LOOKUP_MS = 10_000;

/** A runner that Farebox calls. */
type Called = OfferedRunner & { readonly url: string };
type Access = Pick<DoctorConfig, 'runnerSecretsDirectory' | 'runnerHosts'>;

/** Warnings only: test projects need none of this, and a machine of a team may be off. */
export async function ownToolFindings(
  database: Database,
  runners: readonly OfferedRunner[],
  access: Access,
): Promise<readonly Finding[]> {
  if (runners.length === 0) return [skipped(WHAT, 'none is on offer')];
  const called = runners.filter((runner): runner is Called => runner.url !== null);
  const asking = runners.filter(({ url }) => url === null);
  const isBlind = access.runnerSecretsDirectory === '' && called.length > 0;
  const findings = isBlind ? [] : (await Promise.all(called.map((runner) => calledFindings(runner, access)))).flat();
  for (const { tool } of asking) findings.push(...(await askingFindings(database, tool)));
  const seen = isBlind ? asking : runners;
  const wrong = new Set(findings.map(({ tool }) => tool)).size;
  const sound = `${seen.length} of ${runners.length} on offer: nothing is missing that can be seen from here`;
  return [
    ...(isBlind ? [skipped(WHAT, blindness(called.length))] : []),
    ...(wrong > 0 || seen.length === 0 ? [] : [ok(WHAT, sound)]),
    ...findings.map(({ finding }) => finding),
  ];
}

const blindness = (count: number): string =>
  `secrets and addresses of ${count} are not checked: FAREBOX_RUNNER_SECRETS_DIR is not set here. Run doctor with the settings of worker-provider`;

interface OfTool {
  readonly tool: string;
  readonly finding: Finding;
}

async function calledFindings(runner: Called, access: Access): Promise<OfTool[]> {
  const found = [secretFinding(runner, access), await addressFinding(runner, access)];
  return found.flatMap((finding) => (finding === null ? [] : [{ tool: runner.tool, finding }]));
}

function secretFinding(
  { tool, kind, url, secret }: Called,
  { runnerSecretsDirectory: folder }: Access,
): Finding | null {
  if (secret === null) return null;
  const what = `secret of ${tool}`;
  const where = `the file ${secret} of FAREBOX_RUNNER_SECRETS_DIR`;
  if (kind === 'http') {
    if (secretsIn(folder)(secret) !== null) return null;
    const mend = `write the secret of the runner (whsec_…) into ${where}, where worker-provider runs (docs/runners.md)`;
    return warning(what, `${where} is absent, not readable for this user, or malformed`, mend);
  }
  if (apiKeysIn(folder)(secret, url) !== null) return null;
  const { host } = new URL(url);
  const mend = `write a line with ${host}, a space and the key into it, where worker-provider runs (docs/runners.md)`;
  return warning(what, `${where} is absent, not readable for this user, or has no key for ${host}`, mend);
}

async function addressFinding({ tool, url }: Called, { runnerHosts }: Access): Promise<Finding | null> {
  const { hostname } = new URL(url);
  const what = `address of ${tool}`;
  try {
    const guarded = guardRunner(url, { privateHosts: runnerHosts });
    if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) await within(LOOKUP_MS, hostname, resolved(guarded));
    return null;
  } catch (error) {
    if (error instanceof EgressRefused) {
      const mend = `use a public address and https, or add ${hostname} to FAREBOX_RUNNER_HOSTS of worker-provider`;
      return warning(what, `${hostname} is refused: ${error.message}`, mend);
    }
    const mend = 'correct the name and publish the manifest again, or run doctor where worker-provider runs';
    return warning(what, `the name ${hostname} is not known here (${(error as Error).message})`, mend);
  }
}

/** Throws EgressRefused if a name leads to an address that is not allowed. */
const resolved = ({ url, lookup }: Guarded): Promise<void> =>
  new Promise((settle, reject) => {
    lookup(url.hostname, { all: true }, (error) => (error === null ? settle() : reject(error)));
  });

/** The worker offers a run only if this statement says that a runner asks. */
async function askingFindings(database: Database, tool: string): Promise<readonly OfTool[]> {
  const what = `runner of ${tool}`;
  if ((await countRunnerKeys(database, tool)) === 0) {
    const mend = `make one for each machine: farebox tool runner-key ${tool} --name <machine>`;
    return [{ tool, finding: warning(what, 'there is no runner key that is not revoked, so runs wait', mend) }];
  }
  if ((await pullRuns(database).readiness(tool, 1)) !== 'no_runner') return [];
  const mend = `start the runner with its key; farebox tool runner-keys ${tool} shows when each last asked`;
  return [{ tool, finding: warning(what, 'no runner has asked for work in the last minute, so new runs wait', mend) }];
}
