/** `npm run bench` starts the system and the servers it is compared with, measures the chosen cases, prints ratios and checks the money. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMoney } from './money-check.ts';
import { acceptCase, hotCase } from './cases/accept.ts';
import { catalogReport } from './cases/catalog.ts';
import { idleReport } from './cases/idle.ts';
import { printMedia } from './cases/media.ts';
import { paidCase } from './cases/paid.ts';
import { measureTenants, tenantTable } from './cases/tenant.ts';
import { tenantWork } from './cases/tenant-work.ts';
import { pollCase } from './cases/poll.ts';
import { runnerReport } from './cases/runner.ts';
import { checkPeers, peersCase } from './cases/peers.ts';
import { createPoster, type Poster } from './cases/post.ts';
import { type Fixture, prepareFixture } from './fixture.ts';
import { type CaseName, HELP, type Options, readOptions } from './options.ts';
import { measureGrowth } from './growth/measure.ts';
import { growthTable } from './growth/table.ts';
import { machine, reportOf } from './report.ts';
import type { Case } from './rounds.ts';
import { measureStarts } from './start/measure.ts';
import { startTable } from './start/table.ts';
import { startPeers } from './system/peers.ts';
import { startSystem, type System } from './system/system.ts';

async function main(options: Options): Promise<void> {
  if (options.help) return console.log(HELP);
  if (options.cases.includes('growth')) await runGrowth(options);
  if (options.cases.includes('start')) console.log(startTable(await measureStarts(options.rounds, console.error)));
  if (options.cases.some(needsSystem)) await runWithSystem(options);
}

const needsSystem = (name: CaseName): name is SystemCase => name !== 'growth' && name !== 'start';
type SystemCase = Exclude<CaseName, 'growth' | 'start'>;

async function runGrowth({ sizes }: Options): Promise<void> {
  console.log(growthTable(sizes, await measureGrowth(sizes, console.error)));
}

async function runWithSystem(options: Options): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  try {
    const system = await startSystem(directory, options.durable);
    if (system === null) return;
    await using _stopped = { [Symbol.asyncDispose]: system.stop };
    await run(system, options);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function run(system: System, options: Options): Promise<void> {
  const { rounds, seconds, connections } = options;
  console.log(
    `${await machine(system.sql)}; ${connections} connections, ${rounds} rounds of ${seconds} s a side, commits ${options.durable ? '' : 'not '}flushed\n`,
  );
  console.log(`start-up of the gateway: ${(system.gatewayStartUs / 1e6).toFixed(2)} s of CPU; to reach 1.00\n`);
  const fixture = await prepareFixture(system);
  try {
    const poster = createPoster(fixture, options);
    for (const name of options.cases.filter(needsSystem)) {
      if (!WITH_WORKER.includes(name)) await system.stopWorker();
      if (name === 'idle') console.log(`${await idleReport(fixture, rounds, poster.tally)}\n`);
      else if (name === 'runner') console.log(`${await runnerReport(fixture, rounds, poster.tally)}\n`);
      else if (name === 'catalog') console.log(`${await catalogReport(fixture, options)}\n`);
      else if (name === 'media') await printMedia({ fixture, tally: poster.tally }, options);
      else if (name === 'peers') await runPeers({ fixture, poster, options });
      else if (name === 'tenant') await runTenant({ fixture, poster, options });
      else await printCase(await caseOf(name, { fixture, poster, options }), rounds);
    }
    report(await checkMoney(system.sql, poster.tally), poster.tally.responded);
  } finally {
    await fixture.floor.stop();
  }
}

const WITH_WORKER: readonly CaseName[] = ['idle', 'paid', 'peers'];

interface Bench {
  readonly fixture: Fixture;
  readonly poster: Poster;
  readonly options: Options;
}

async function printCase(of: Case, rounds: number): Promise<void> {
  const { text, isMeasured } = await reportOf(of, rounds);
  if (!isMeasured) process.exitCode = 1;
  console.log(`${text}\n`);
}

async function runTenant({ fixture, poster, options }: Bench): Promise<void> {
  const tenants = await measureTenants(fixture, options);
  console.log(`${tenantTable(tenants, await tenantWork(fixture, poster.tally, options))}\n`);
}

async function runPeers({ fixture, poster, options }: Bench): Promise<void> {
  const peers = await startPeers(fixture.system, options.projects);
  try {
    await printCase(peersCase({ fixture, poster, options, peers }), options.rounds);
    for (const problem of await checkPeers(peers)) {
      console.log(problem);
      process.exitCode = 1;
    }
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

function caseOf(
  name: Exclude<SystemCase, 'catalog' | 'idle' | 'media' | 'peers' | 'runner' | 'tenant'>,
  { fixture, poster, options }: Bench,
): Case | Promise<Case> {
  switch (name) {
    case 'paid':
      return paidCase(fixture, poster, options);
    case 'poll':
      return pollCase(fixture, options);
    case 'accept':
      return acceptCase(fixture, poster);
    case 'hot':
      return hotCase(fixture, poster);
  }
}

function report(problems: readonly string[], responded: number): void {
  if (problems.length > 0) process.exitCode = 1;
  console.log(problems.length > 0 ? problems.join('\n') : `the money is right: ${responded} executions checked`);
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
}
