/** One organization with many projects and keys: what gateways share is divided by organization first. */
import type { Mutant } from '../mutant.ts';

const SHARES = 'packages/kernel/src/shares.ts';
const FAIR = ['packages/kernel/src/shares-properties.test.ts'] as const;
const LIMITER = ['apps/gateway/src/rate-limit/memory-rate-limiter.test.ts'] as const;
const REDIS = ['apps/gateway/src/rate-limit/redis-rate-limiter.test.ts'] as const;
const WHOLE =
  'all projects of an organization together have its budget, whatever their number and the number of their keys';
const NEITHER = 'a request that its organization refuses counts neither for its key nor for its project';

export const shareMutants: readonly Mutant[] = [
  {
    name: 'who was served longest ago waits behind who was served just now',
    threat: 'I13',
    file: SHARES,
    defence: 'ofA.servedAt < ofB.servedAt',
    without: 'ofA.servedAt > ofB.servedAt',
    tests: FAIR,
    titles: ['serve the organization that waits longest since its last service, also with more of them than slots'],
  },
  {
    name: 'slots are given first come, first served',
    threat: 'I13',
    file: SHARES,
    defence: 'ofA.servedAt === ofB.servedAt ?',
    without: 'ofA.servedAt <= Infinity ?',
    tests: FAIR,
    titles: ['serve one request of an organization after one of another with 50 projects and 500 keys'],
  },
  {
    name: 'a name that was forgotten counts as never served',
    threat: 'I13',
    file: SHARES,
    defence: 'name, servedAt: this.#forgottenAt',
    without: 'name, servedAt: 0',
    tests: FAIR,
    titles: ['serve each other organization at most once before one that waits, whatever projects and keys it uses'],
  },
  {
    name: 'the limit of an organization counts its projects alone',
    threat: 'I13',
    file: SHARES,
    defence: 'if (found === null || !this.#hasRoom(child, found.weight)) continue;',
    without: 'if (found === null) continue;',
    tests: FAIR,
    titles: ['never exceed the limit of a level'],
  },
  {
    name: 'an organization takes all streams of a gateway',
    threat: 'I13',
    file: 'apps/gateway/src/watch/stream-registry.ts',
    defence: 'slotsPerKey: perOrganization }',
    without: 'slotsPerKey: Infinity }',
    tests: ['apps/gateway/src/watch/stream-registry.test.ts'],
    titles: ['an organization holds its part of the streams, whatever its number of projects and keys'],
  },
  {
    name: 'an organization takes all long polls of a gateway',
    threat: 'I13',
    file: 'apps/gateway/src/watch/long-polls.ts',
    defence: 'slotsPerKey: [perOrganization, perProject, perKey]',
    without: 'slotsPerKey: [Infinity, Infinity, perKey]',
    tests: ['apps/gateway/src/watch/long-polls.test.ts'],
    titles: ['beyond the part of an organization `Prefer` is ignored, whatever its number of projects and keys'],
  },
  {
    name: 'the reads of streams do not take turns',
    threat: 'I13',
    file: 'apps/gateway/src/watch/shared-reads.ts',
    defence: 'turn.take({ key: tenant })',
    without: 'turn.take()',
    tests: ['apps/gateway/src/watch/shared-reads.test.ts'],
    titles: [
      'the first read of an organization waits for one of another, however many that one and its projects ask for',
    ],
  },
  {
    name: 'the pieces of uploads do not take turns',
    threat: 'I13',
    file: 'apps/gateway/src/upload/small-turns.ts',
    defence: 'turns.take({ key })',
    without: 'turns.take()',
    tests: ['apps/gateway/src/upload/small-turns.test.ts'],
    titles: [
      'six uploads of an organization, in projects of their own, delay one of another by one piece each, not by six',
    ],
  },
  {
    name: 'inspections take turns by project alone',
    threat: 'I13',
    file: 'packages/media/src/inspector/inspector.ts',
    defence: 'turn.take({ key: tenant })',
    without: 'turn.take({ key: tenant[1] })',
    tests: ['packages/media/src/inspector/inspector.test.ts'],
    titles: ['organizations take turns, however many projects of one wait'],
  },
  {
    name: 'the projects of an organization have any number of readers',
    threat: 'I13',
    file: 'apps/gateway/src/http/serve-file.ts',
    defence: 'slotsPerKey: [perOrganizationMax, perProjectMax]',
    without: 'slotsPerKey: [Infinity, perProjectMax]',
    tests: ['apps/gateway/src/http/serve-file.test.ts'],
    titles: ['concurrent downloads of all projects of an organization are limited together'],
  },
  {
    name: 'two requests create the last project of an organization',
    threat: 'I13',
    file: 'packages/identity/src/projects/store/create.ts',
    defence: 'await lockOrganization(transaction, organizationId);',
    without: '',
    tests: ['packages/identity/src/projects/create-within.test.ts'],
    titles: [
      'the last project of an organization is created once, although two transactions count before either commits',
    ],
  },
  {
    name: 'an organization makes any number of projects',
    threat: 'I13',
    file: 'apps/gateway/src/operator/handlers/projects.ts',
    defence: 'caller.isOperator ? Infinity : projectsMax',
    without: 'caller.isOperator ? Infinity : projectsMax * 1_000',
    tests: ['apps/gateway/src/operator/projects.test.ts'],
    titles: [
      'an organization has at most its number of projects, also if they are created at once through two gateways',
    ],
  },
  {
    name: 'requests of an organization are not counted in memory',
    threat: 'I13',
    file: 'apps/gateway/src/rate-limit/memory-rate-limiter.ts',
    defence: 'organizations.add(organizationId);',
    without: '',
    tests: LIMITER,
    titles: [WHOLE],
  },
  {
    name: 'requests of an organization are not counted in Redis',
    threat: 'I13',
    file: 'apps/gateway/src/rate-limit/window.lua',
    defence: 'write(organization, of_organization + granted)',
    without: '',
    tests: REDIS,
    titles: [WHOLE],
  },
  {
    name: 'a request that its organization refuses counts for its key in Redis',
    threat: 'I13',
    file: 'apps/gateway/src/rate-limit/window.lua',
    defence: '    organization_limit - of_organization\n',
    without: '    limit\n',
    tests: REDIS,
    titles: [NEITHER],
  },
];
