/** Every setting of the gateway, read once. All problems are reported together, before anything is opened or bound. */
import {
  type Config,
  choice,
  ConfigError,
  type Field,
  flag,
  integer,
  invariant,
  KNOWN_SETTINGS,
  optionalText,
  optionalUrl,
  port,
  readConfig,
  text,
  url,
} from '@tollgate/kernel';
import { LIMITS } from '@tollgate/contract';
import { LOG_LEVELS } from '@tollgate/telemetry';

const SECRET_LENGTH_MIN = 32;

/** An empty one means "not set" and is left to the fields that need it. */
const longSecret = <T>(field: Field<T>): Field<T> => ({
  ...field,
  parse: (value) => {
    if (value !== '' && value.length < SECRET_LENGTH_MIN)
      throw new Error(`must have at least ${SECRET_LENGTH_MIN} characters`);
    return field.parse(value);
  },
});

const nonEmpty = (field: Field<string>): Field<string> => ({
  ...field,
  parse: (value) => {
    if (value === '') throw new Error('must not be empty');
    return field.parse(value);
  },
});

export const GATEWAY_FIELDS = {
  databaseUrl: url('DATABASE_URL', {
    description: 'PostgreSQL, as postgres://…',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
  databasePool: integer('TOLLGATE_DATABASE_POOL', {
    description: 'Connections to PostgreSQL, at most.',
    default: '10',
    min: 1,
    max: 200,
  }),
  redisUrl: optionalUrl('REDIS_URL', {
    description: 'Redis for queue and rate limit; empty: queue in PostgreSQL, rate limit in this process.',
    protocols: ['redis:', 'rediss:'],
    secret: true,
  }),
  s3Endpoint: optionalUrl('S3_ENDPOINT', {
    description: 'S3 as the apps reach it; empty: files on disk.',
    protocols: ['http:', 'https:'],
  }),
  s3PublicEndpoint: optionalUrl('S3_PUBLIC_ENDPOINT', {
    description: 'S3 as clients reach it; empty: the same.',
    protocols: ['http:', 'https:'],
  }),
  s3AccessKey: optionalText('S3_ACCESS_KEY', { description: 'Access key of S3.' }),
  s3SecretKey: optionalText('S3_SECRET_KEY', { description: 'Secret key of S3.', secret: true }),
  s3Bucket: text('S3_BUCKET', { description: 'Bucket of all files.', default: 'tollgate' }),
  s3Region: text('S3_REGION', { description: 'Region that requests are signed for.', default: 'us-east-1' }),
  dataDirectory: optionalText('TOLLGATE_DATA_DIR', { description: 'Folder of all files where S3_ENDPOINT is empty.' }),
  urlSecret: longSecret(
    optionalText('TOLLGATE_URL_SECRET', {
      description: 'Signs download URLs where files are on disk; at least 32 characters.',
      secret: true,
    }),
  ),
  host: text('TOLLGATE_HOST', { description: 'Address to listen on.', default: '127.0.0.1' }),
  port: port('TOLLGATE_PORT', { description: 'Port of the API.', default: '8080' }),
  metricsHost: text('TOLLGATE_METRICS_HOST', { description: 'Address of the metrics.', default: '127.0.0.1' }),
  metricsPort: port('TOLLGATE_METRICS_PORT', { description: 'Port of the metrics.', default: '9464' }),
  publicUrl: optionalUrl('TOLLGATE_PUBLIC_URL', {
    description: 'Base URL as clients see it, with its path if it has one; empty: http://host:port.',
    protocols: ['http:', 'https:'],
  }),
  keyPepper: nonEmpty(
    longSecret(
      text('TOLLGATE_KEY_PEPPER', {
        description: 'Secret under which API keys are stored; at least 32 characters.',
        secret: true,
      }),
    ),
  ),
  rateLimitPerMinute: integer('TOLLGATE_RATE_LIMIT_PER_MINUTE', {
    description: 'Requests a key in a fixed minute.',
    default: String(LIMITS.requestsPerWindow),
    min: 1,
    max: 1_000_000_000,
  }),
  executionEnabled: flag('TOLLGATE_EXECUTION_ENABLED', {
    description: 'false: nothing is executed; reads and quotes go on.',
    default: 'true',
  }),
  rehearsal: flag('TOLLGATE_REHEARSAL', {
    description: 'Offers the `rehearsal` tool, for tests and client developers.',
    default: 'false',
  }),
  logLevel: choice('TOLLGATE_LOG_LEVEL', {
    description: 'Least level that is logged.',
    default: 'info',
    of: LOG_LEVELS,
  }),
};

export interface GatewayConfig extends Config<typeof GATEWAY_FIELDS> {
  readonly store: StoreConfig;
}

/** Where files are. */
export type StoreConfig =
  | { readonly kind: 'disk'; readonly directory: string; readonly urlSecret: string }
  | {
      readonly kind: 's3';
      readonly endpoint: URL;
      readonly publicEndpoint: URL;
      readonly accessKey: string;
      readonly secretKey: string;
    };

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError with the problems of single fields and of their combination. */
export function readGatewayConfig(env: Environment): GatewayConfig {
  const missing = missingStoreSettings(env);
  try {
    const config = readConfig(GATEWAY_FIELDS, env, KNOWN_SETTINGS);
    if (missing.length > 0) throw new ConfigError([]);
    return { ...config, store: storeOf(config) };
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError([...error.problems, ...missing]);
    throw error;
  }
}

function missingStoreSettings(env: Environment): readonly string[] {
  const onS3 = (env['S3_ENDPOINT'] ?? '') !== '';
  const needed = onS3 ? ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] : ['TOLLGATE_DATA_DIR', 'TOLLGATE_URL_SECRET'];
  const why = onS3 ? 'files are on S3' : 'files are on disk, because S3_ENDPOINT is empty';
  return needed.filter((variable) => (env[variable] ?? '') === '').map((variable) => `${variable} is not set: ${why}`);
}

function storeOf(config: Config<typeof GATEWAY_FIELDS>): StoreConfig {
  const {
    s3Endpoint: endpoint,
    s3AccessKey: accessKey,
    s3SecretKey: secretKey,
    dataDirectory: directory,
    urlSecret,
  } = config;
  if (endpoint !== undefined && accessKey !== undefined && secretKey !== undefined) {
    return { kind: 's3', endpoint, publicEndpoint: config.s3PublicEndpoint ?? endpoint, accessKey, secretKey };
  }
  invariant(directory !== undefined && urlSecret !== undefined, 'missing store settings were found before');
  return { kind: 'disk', directory, urlSecret };
}
