/** Reads every setting of the gateway once. All problems are reported together, before anything is opened or bound. */
import { ffmpegOfferFields, providerOfferFields } from '@farebox/catalog';
import { LIMITS } from '@farebox/contract';
import { databaseFields } from '@farebox/db';
import {
  type Config,
  failpointFields,
  flag,
  integer,
  KNOWN_SETTINGS,
  optionalUrl,
  port,
  readConfig,
  text,
  secretList,
} from '@farebox/kernel';
import { paymentFields } from '@farebox/payments';
import { queueFields } from '@farebox/queue';
import { sessionFields } from '@farebox/identity';
import { signingFields, storeFields } from '@farebox/storage';
import { telemetryFields } from '@farebox/telemetry';

type Environment = Readonly<Record<string, string | undefined>>;

const PEPPER_LENGTH_MIN = 32;

const storageQuotaFields = {
  storageQuotaMb: integer('FAREBOX_STORAGE_QUOTA_MB', {
    description:
      'Storage quota of a project in MiB. Above it uploads are refused. Artifacts count too, but are never refused.',
    default: '10240',
    min: 1,
    max: 1_000_000_000,
  }),
  storageOrganizationMb: integer('FAREBOX_STORAGE_ORGANIZATION_MB', {
    description: 'Storage quota in MiB of all projects of an organization together.',
    default: '102400',
    min: 1,
    max: 1_000_000_000,
  }),
  storageUnfundedMb: integer('FAREBOX_STORAGE_UNFUNDED_MB', {
    description:
      'Storage quota in MiB of a project without a balance, and of an organization none of whose projects has one.',
    default: '100',
    min: 0,
    max: 1_000_000_000,
  }),
  resumableUploadMb: integer('FAREBOX_RESUMABLE_UPLOAD_MB', {
    description:
      'Largest file in MiB that can be uploaded in parts. A gateway assembles one such file at a time in its temporary folder.',
    default: '256',
    min: 13,
    max: 2_000,
  }),
  storageFreeMb: integer('FAREBOX_STORAGE_FREE_MB', {
    description: 'If files are on disk: MiB that uploads leave free, for the database on the same disk.',
    default: '512',
    min: 0,
    max: 1_000_000_000,
  }),
};

const sharingFields = {
  rateLimitPerMinute: integer('FAREBOX_RATE_LIMIT_PER_MINUTE', {
    description: 'Requests of one key in a fixed minute.',
    default: String(LIMITS.requestsPerWindow),
    min: 1,
    max: 1_000_000_000,
  }),
  projectRateLimitPerMinute: integer('FAREBOX_PROJECT_RATE_LIMIT_PER_MINUTE', {
    description: 'Requests of all keys of a project in a fixed minute; 0: five times the limit of one key (600).',
    default: '0',
    min: 0,
    max: 1_000_000_000,
  }),
  organizationRateLimitPerMinute: integer('FAREBOX_ORGANIZATION_RATE_LIMIT_PER_MINUTE', {
    description:
      'Requests of all projects of an organization in a fixed minute; 0: five times the limit of one project (3,000).',
    default: '0',
    min: 0,
    max: 1_000_000_000,
  }),
  organizationSharePercent: integer('FAREBOX_ORGANIZATION_SHARE_PERCENT', {
    description:
      'Part of the event streams, and of the long polls, of a gateway (5,000 each) that one organization may hold, in percent. One of its projects may hold half of that.',
    default: '20',
    min: 1,
    max: 100,
  }),
};

const projectFields = {
  projectsPerOrganizationMax: integer('FAREBOX_PROJECTS_PER_ORGANIZATION_MAX', {
    description:
      'Projects that an organization may have; archived ones do not count. A platform operator may create more.',
    default: '100',
    min: 1,
    max: 1_000_000,
  }),
};

const fundingFields = {
  secondOperatorUsd: integer('FAREBOX_SECOND_OPERATOR_USD', {
    description:
      'If an operator gives live projects more than this amount in USD within 24 hours, another operator must confirm it; 0: none must.',
    default: '0',
    min: 0,
    max: 1_000_000,
  }),
};

/** Depends on the environment, because the required settings depend on where files are stored. */
export const gatewayFields = (env: Environment) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...signingFields,
  ...telemetryFields,
  ...failpointFields,
  ...sessionFields,
  ...providerOfferFields(env),
  ...ffmpegOfferFields,
  host: text('FAREBOX_HOST', { description: 'Address to listen on.', default: '127.0.0.1' }),
  port: port('FAREBOX_PORT', { description: 'Port of the API.', default: '8080' }),
  operatorHost: text('FAREBOX_OPERATOR_HOST', {
    description: 'Address of the operator API, which runs only if an issuer of sessions is configured.',
    default: '127.0.0.1',
  }),
  operatorPort: port('FAREBOX_OPERATOR_PORT', { description: 'Port of the operator API.', default: '8081' }),
  ...projectFields,
  ...fundingFields,
  ...paymentFields(env),
  publicUrl: optionalUrl('FAREBOX_PUBLIC_URL', {
    description: 'Base URL that clients use, with its path if it has one; empty: http://host:port.',
    protocols: ['http:', 'https:'],
  }),
  keyPepper: secretList('FAREBOX_KEY_PEPPER', {
    description: `Pepper under which API keys are hashed, at least ${PEPPER_LENGTH_MIN} characters. A list separated by commas while it is replaced: the first one is used, each one is accepted.`,
    lengthMin: PEPPER_LENGTH_MIN,
  }),
  ...sharingFields,
  executionEnabled: flag('FAREBOX_EXECUTION_ENABLED', {
    description:
      'false: nothing is executed, whatever the switch of the operator API says. Reads and quotes still work.',
    default: 'true',
  }),
  lameDuckSeconds: integer('FAREBOX_LAME_DUCK_SECONDS', {
    description:
      'Seconds for which a stopping gateway still serves requests while /readyz reports that it is not ready.',
    default: '5',
    min: 0,
    max: 6,
  }),
  ...storageQuotaFields,
  rehearsal: flag('FAREBOX_REHEARSAL', {
    description: 'Offers the `rehearsal` tool, for tests and client developers.',
    default: 'false',
  }),
});

/** For the generated pages: the fields if nothing is set. */
export const GATEWAY_FIELDS = gatewayFields({});

export type GatewayConfig = Config<ReturnType<typeof gatewayFields>>;

/** Throws ConfigError. */
export const readGatewayConfig = (env: Environment): GatewayConfig =>
  readConfig(gatewayFields(env), env, KNOWN_SETTINGS);
