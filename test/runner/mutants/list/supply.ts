/** The installed packages, and the rights of a container that runs them. */
import type { Mutant } from '../mutant.ts';

const COMPOSE = 'deploy/compose.yaml';
const COMPOSE_TESTS = ['test/deploy/compose.test.ts'] as const;
const SETTINGS_TESTS = ['test/deploy/compose-settings.test.ts'] as const;
const DOCKERFILE = 'deploy/Dockerfile';
const WORKSPACE = 'pnpm-workspace.yaml';
const SUPPLY_TESTS = ['test/deploy/supply-chain.test.ts'] as const;
const THREAT = 'supply chain, containers';

export const supplyMutants: readonly Mutant[] = [
  {
    name: 'a container has capabilities',
    threat: THREAT,
    file: COMPOSE,
    defence: 'x-hardened: &hardened\n  read_only: true\n  cap_drop: [ALL]',
    without: 'x-hardened: &hardened\n  read_only: true\n  cap_drop: []',
    tests: COMPOSE_TESTS,
    titles: ['%s: has no privilege, writes only to a bounded /tmp, and has time to drain'],
  },
  {
    name: 'a container may be written to',
    threat: THREAT,
    file: COMPOSE,
    defence: 'x-hardened: &hardened\n  read_only: true',
    without: 'x-hardened: &hardened\n  read_only: false',
    tests: COMPOSE_TESTS,
    titles: ['%s: has no privilege, writes only to a bounded /tmp, and has time to drain'],
  },
  {
    name: 'gateways and their operator API are published on all interfaces',
    threat: THREAT,
    file: COMPOSE,
    defence: "'127.0.0.1:${GATEWAY_PORTS:-8080-8081}:8080',\n        '127.0.0.1:${OPERATOR_PORTS",
    without: "'${GATEWAY_PORTS:-8080-8081}:8080',\n        '${OPERATOR_PORTS",
    tests: COMPOSE_TESTS,
    titles: [
      'no port is published beyond this machine; PostgreSQL, Redis, S3 and Prometheus publish none and reach no other network',
    ],
  },
  {
    name: 'an image worker reaches the world',
    threat: THREAT,
    file: COMPOSE,
    defence:
      '    # No internet access: this app reads hostile bytes, and needs only the servers.\n    networks: [data, metrics]',
    without: '',
    tests: COMPOSE_TESTS,
    titles: [
      'no port is published beyond this machine; PostgreSQL, Redis, S3 and Prometheus publish none and reach no other network',
    ],
  },
  {
    name: 'a password stands on a command line',
    threat: THREAT,
    file: COMPOSE,
    defence: 'command: [sh, /etc/farebox/start.sh]',
    without: "command: [redis-server, --requirepass, '${REDIS_PASSWORD:?set REDIS_PASSWORD}']",
    tests: COMPOSE_TESTS,
    titles: ['%s: drops every capability, and has no secret on its command line'],
  },
  {
    name: 'decoders have no namespaces in Compose',
    threat: 'media parsers',
    file: COMPOSE,
    defence: "'seccomp=./seccomp/workers.json', ",
    without: '',
    tests: COMPOSE_TESTS,
    titles: ['%s: has no privilege, writes only to a bounded /tmp, and has time to drain'],
  },
  {
    name: 'Compose drops a setting without a word',
    threat: THREAT,
    file: COMPOSE,
    defence: '      FAREBOX_OPERATOR_CLAIM: ${FAREBOX_OPERATOR_CLAIM:-}\n',
    without: '',
    tests: SETTINGS_TESTS,
    titles: ['each setting reaches every app that reads it, or Compose refuses it and says why'],
  },
  {
    name: 'a setting that Compose decides is accepted and has no effect',
    threat: THREAT,
    file: COMPOSE,
    defence: "      - '${FAREBOX_PORT:+FAREBOX_PORT has no effect in Compose, set GATEWAY_PORTS}1'\n",
    without: '',
    tests: SETTINGS_TESTS,
    titles: ['each setting reaches every app that reads it, or Compose refuses it and says why'],
  },
  {
    name: 'every user of the machine may read the secrets of Compose',
    threat: THREAT,
    file: 'deploy/trial.sh',
    defence: 'chmod 600 .env\n',
    without: '',
    tests: ['test/deploy/trial.test.ts'],
    titles: ['keeps a file that exists, closes it to other users, and passes its arguments on'],
  },
  {
    name: 'the image keeps what its stages have removed',
    threat: THREAT,
    file: DOCKERFILE,
    defence: 'FROM scratch\n',
    without: 'FROM ${NODE_IMAGE}\n',
    tests: SUPPLY_TESTS,
    titles: ['starts from an empty image, because a layer keeps each file that a later one changes or removes'],
  },
  {
    name: 'the image runs as root',
    threat: THREAT,
    file: DOCKERFILE,
    defence: 'USER node\n',
    without: '',
    tests: SUPPLY_TESTS,
    titles: ['runs as a user other than root, and has a health check'],
  },
  {
    name: 'a worker is open to its decoder in the image',
    threat: 'media parsers',
    file: DOCKERFILE,
    defence: 'chmod 0711 /usr/local/bin/node',
    without: 'true',
    tests: SUPPLY_TESTS,
    titles: [
      'lets its user run the programs but not read them, so that no other process of that user can inspect them',
    ],
  },
  {
    name: 'the image stands on whatever a registry gives',
    threat: THREAT,
    file: DOCKERFILE,
    defence: 'FROM ${NODE_IMAGE} AS source',
    without: 'FROM node:24 AS source',
    tests: SUPPLY_TESTS,
    titles: [
      'uses one base image, of the Node version that the workspace is tested with, and accepts a digest instead',
    ],
  },
  {
    name: 'the image installs what is new in the registry',
    threat: THREAT,
    file: DOCKERFILE,
    defence: 'pnpm install --frozen-lockfile --prod',
    without: 'pnpm install --prod',
    tests: SUPPLY_TESTS,
    titles: ['are installed from the lockfile, by a pnpm of one hash, in the image and by the bootstrap'],
  },
  {
    name: 'packages of today are installed',
    threat: THREAT,
    file: WORKSPACE,
    defence: 'minimumReleaseAge: 10080',
    without: 'minimumReleaseAge: 0',
    tests: SUPPLY_TESTS,
    titles: ['are at least seven days old, and run no script at installation'],
  },
  {
    name: 'pnpm is whatever the registry gives',
    threat: THREAT,
    file: 'packages/cli/pnpm.mjs',
    defence: '{ name: program, version, integrity },',
    without: '{ name: program, version },',
    tests: ['packages/cli/src/pnpm-pinned.test.ts'],
    titles: ['the bootstrap reports it in one line, and runs nothing of it'],
  },
  {
    name: 'an app works as a superuser',
    threat: THREAT,
    file: 'packages/db/src/privileges.ts',
    defence: 'if (role) throw new PrivilegedRoleError(role);',
    without: '',
    tests: ['packages/testing/src/privileges.test.ts'],
    titles: ['the apps’ own role is accepted, and a superuser is refused with the fix'],
  },
  {
    name: 'the role of the apps may change the ledger',
    threat: THREAT,
    file: 'prisma/grants.sql',
    defence:
      'REVOKE UPDATE ON ledger_transfer, ledger_refund, api_key_event, audit_log, project_export_part, payment_event, template_version, batch_item FROM farebox_app;',
    without: '',
    tests: ['packages/testing/src/roles.test.ts'],
    titles: ['the application’s role may not: %s'],
  },
];
