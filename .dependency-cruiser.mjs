/**
 * Which code may import which. Under test/canary stand breaches of these rules, and the check fails when one of them is
 * not found: a cruiser that cannot read TypeScript looks at nothing and is content with everything.
 */

/**
 * Package → the packages of ours it may import. A package that is not listed here may import nothing at all.
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  kernel: [],
  contract: ['kernel'],
  catalog: ['kernel', 'contract', 'db', 'manifest', 'price-rules'],
  db: ['kernel'],
  'audit-log': ['db'],
  exports: ['kernel', 'db', 'storage'],
  'price-rules': ['kernel', 'contract'],
  manifest: ['kernel', 'contract', 'price-rules'],
  'runner-protocol': [],
  runner: ['runner-protocol'],
  prices: ['kernel', 'contract', 'catalog', 'db', 'audit-log'],
  tools: ['kernel', 'contract', 'catalog', 'db', 'manifest', 'price-rules', 'runner-protocol'],
  ledger: ['kernel', 'contract', 'catalog', 'db'],
  'ledger-check': ['db', 'telemetry'],
  providers: ['kernel', 'db'],
  payments: ['kernel', 'db', 'ledger', 'audit-log'],
  files: ['kernel', 'contract', 'catalog', 'db', 'storage'],
  executions: ['kernel', 'contract', 'catalog', 'db', 'ledger', 'files', 'providers'],
  retention: ['kernel', 'db', 'files', 'storage'],
  webhooks: ['kernel', 'contract', 'db', 'audit-log', 'identity', 'executions', 'telemetry'],
  storage: ['kernel', 'contract'],
  queue: ['kernel'],
  telemetry: ['kernel'],
  media: ['kernel', 'contract'],
  identity: ['kernel', 'contract', 'db', 'ledger', 'audit-log'],
  sandbox: ['kernel'],
  embedded: ['kernel'],
  bundle: [],
  simulator: ['kernel', 'telemetry'],
  worker: [
    'kernel',
    'contract',
    'catalog',
    'db',
    'ledger',
    'executions',
    'files',
    'storage',
    'queue',
    'telemetry',
    'media',
    'sandbox',
  ],
  cli: [
    'kernel',
    'bundle',
    'contract',
    'catalog',
    'db',
    'ledger',
    'audit-log',
    'identity',
    'embedded',
    'queue',
    'sandbox',
    'storage',
    'telemetry',
    'simulator',
    'sdk',
    'mcp',
    'webhooks',
    'manifest',
    'tools',
    'runner-protocol',
  ],
  sdk: [],
  mcp: ['kernel', 'contract', 'catalog'],
  testing: ['kernel', 'contract', 'catalog', 'db', 'ledger', 'identity', 'embedded', 'storage', 'queue'],
};

/** The canary repeats the layout of the repository, so that the same patterns match it. */
const TOP = '^(?:test/canary/)?';
const TEST_FILE = '\\.test\\.ts$|[-.]suite\\.ts$|\\.fixture\\.ts$|/src/testing/';
/** The SDK is made from the contract and the catalog, and published without them. */
const SDK_IS_MADE = '^packages/sdk/src/generate/';
/** @param {string} names */
const npm = (names) => `(^|/node_modules/)(${names})(/|$)`;
/** @param {string[]} names */
const packagesOf = (names) => `${TOP}packages/(${names.join('|')})/`;
/** Code of other stacks that the benchmark compares with; it is not part of the system. */
const PEERS = `${TOP}test/bench/peers/`;

const oneWay = Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
  name: `one-way-${name}`,
  comment: `packages/${name} may import of ours only: ${allowed.join(', ') || 'nothing'}.`,
  severity: 'error',
  from: { path: packagesOf([name]), pathNot: `${TEST_FILE}|${SDK_IS_MADE}` },
  to: { path: `${TOP}packages/`, pathNot: packagesOf([name, ...allowed]) },
}));

export default {
  forbidden: [
    ...oneWay,
    {
      name: 'every-package-has-a-direction',
      comment: 'A new package says in this file what it may import.',
      severity: 'error',
      from: { path: `${TOP}packages/`, pathNot: packagesOf(Object.keys(MAY_IMPORT)) },
      to: {},
    },
    {
      name: 'no-cycle',
      comment: 'Two modules that need each other are one module.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that nothing answers; also what a deep import past `exports` becomes.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'packages-never-import-apps',
      severity: 'error',
      from: { path: `${TOP}packages/` },
      to: { path: `${TOP}(apps|test)/`, pathNot: '^test/canary/packages/' },
    },
    {
      name: 'apps-never-import-apps',
      severity: 'error',
      from: { path: `${TOP}apps/([^/]+)/` },
      to: { path: `${TOP}apps/`, pathNot: `${TOP}apps/$1/` },
    },
    {
      name: 'tests-stay-outside',
      comment: 'The suites under test/ are black boxes: they speak HTTP and SQL, and import no app.',
      severity: 'error',
      from: { path: '^test/', pathNot: '^test/canary/(apps|packages)/' },
      to: { path: `${TOP}apps/` },
    },
    {
      name: 'no-path-into-a-neighbour',
      comment:
        'A package is what its src/index.ts exports, by its name; a relative path into it from outside is a back door.',
      severity: 'error',
      from: { path: `${TOP}(packages|apps|test)/([^/]+)/` },
      to: {
        path: `${TOP}(packages|apps|test)/[^/]+/`,
        pathNot: [`${TOP}$1/$2/`, '^test/canary/(packages|apps|test)/$2/'],
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'gateway-loads-no-engine',
      comment: 'The gateway never loads sharp, ffmpeg or a worker, however many steps away.',
      severity: 'error',
      from: { path: `${TOP}apps/gateway/`, pathNot: TEST_FILE },
      to: {
        path: `${npm('sharp|ffmpeg-static|fluent-ffmpeg')}|${TOP}(packages/(worker|av|provider)|apps/worker-[^/]+)/`,
        reachable: true,
      },
    },
    {
      name: 'prisma-inside-db',
      comment:
        'Prisma stops at packages/db; elsewhere only `store` files use what it re-exports (a lint rule sees to that).',
      severity: 'error',
      from: { path: `${TOP}(packages|apps|test)/`, pathNot: [packagesOf(['db']), PEERS] },
      to: { path: npm('@prisma/[^/]+|prisma') },
    },
    {
      name: 'express-inside-http',
      comment: 'A handler takes and returns plain values; only apps/gateway/src/http knows the framework.',
      severity: 'error',
      from: { path: `${TOP}(packages|apps)/`, pathNot: [`${TOP}apps/gateway/src/http/`, TEST_FILE] },
      to: { path: npm('express|@types/express|@types/express-serve-static-core') },
    },
    {
      name: 'bullmq-inside-queue',
      severity: 'error',
      from: { path: `${TOP}(packages|apps|test)/`, pathNot: [packagesOf(['queue']), PEERS] },
      to: { path: npm('bullmq') },
    },
    {
      name: 'minio-inside-storage',
      severity: 'error',
      from: { path: `${TOP}(packages|apps)/`, pathNot: [packagesOf(['storage']), TEST_FILE] },
      to: { path: npm('minio') },
    },
    {
      name: 'stripe-inside-payments',
      severity: 'error',
      from: { path: `${TOP}(packages|apps)/`, pathNot: packagesOf(['payments']) },
      to: { path: npm('stripe') },
    },
    {
      name: 'kernel-is-pure-of-io',
      comment:
        'What everything stands on opens nothing: no files, no sockets, no processes. But for one setting whose value is a file, read once at the start.',
      severity: 'error',
      from: {
        path: `${packagesOf(['kernel', 'contract', 'catalog'])}src/`,
        pathNot: `${TEST_FILE}|${TOP}packages/catalog/src/providers/file\\.ts$`,
      },
      to: {
        path: '^(node:)?(fs|net|http|https|child_process|dgram|tls|worker_threads)(/|$)',
        dependencyTypes: ['core'],
      },
    },
    {
      name: 'quotes-are-pure',
      comment: 'A quote is a pure function: only the templates of projects, an entry of their own, know the database.',
      severity: 'error',
      from: {
        path: `${TOP}packages/catalog/src/`,
        pathNot: `${TEST_FILE}|${TOP}packages/catalog/src/templates/(index\\.ts|store/)`,
      },
      to: { path: [`${TOP}packages/db/`, `${TOP}packages/catalog/src/templates/(index\\.ts|store/)`] },
    },
    {
      name: 'declared-dependencies',
      comment: 'What production code loads stands under `dependencies` of its own package.json.',
      severity: 'error',
      from: { path: `${TOP}(packages|apps)/[^/]+/src/`, pathNot: `${TEST_FILE}|${SDK_IS_MADE}` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
