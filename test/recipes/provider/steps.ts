/** Follows the recipe "provider" of CONTRIBUTING.md step by step in a copy of the project. */
import type { Copy } from '@farebox/testing';
import { ADAPTER, DECLARATION, DIALECT, OPERATION, PRICE, TOOL } from './parts.ts';

const CATALOG = 'packages/catalog/src';
const WORKER = 'apps/worker-provider/src';
const SIMULATOR = 'packages/simulator/src';

type Edit = readonly [before: string, after: string];

const edit = (copy: Copy, file: string, ...edits: readonly Edit[]): void =>
  edits.forEach(([before, after]) => copy.replace(file, before, after));

/** Adds the name of the provider and its tool. */
export function offer(copy: Copy): void {
  edit(copy, `${CATALOG}/providers/provider.ts`, [`['openai', 'predictions']`, `['openai', 'predictions', 'words']`]);
  edit(copy, `${CATALOG}/ends.ts`, ['predictions: true }', 'predictions: true, words: false }']);
  copy.write(`${CATALOG}/tools/line-write/operation.ts`, DECLARATION);
  copy.write(`${CATALOG}/tools/line-write/definition.ts`, TOOL);
  edit(copy, `${CATALOG}/prices/external.ts`, [`  'image-generate': {`, `${PRICE}  'image-generate': {`]);
  edit(copy, `${CATALOG}/testing/price-rules/external.ts`, [
    `  'image-stylize': one`,
    `  'line-write': one,\n  'image-stylize': one`,
  ]);
}

/** Adds the adapter for live and test projects, and the operation. */
export function speak(copy: Copy): void {
  copy.write(`${WORKER}/adapters/words/adapter.ts`, ADAPTER);
  copy.write(`${WORKER}/operations/write-line.ts`, OPERATION);
  edit(
    copy,
    `${WORKER}/tariff/tariffs.ts`,
    [`  'predict-image': {`, `  'write-line': { unit: 'call', picoUsd: 500_000_000n },\n  'predict-image': {`],
    [`  'image-stylize': {`, `  'line-write': { unit: 'call', picoUsd: 300_000_000n },\n  'image-stylize': {`],
  );
  edit(
    copy,
    `${WORKER}/providers.ts`,
    [
      `import type { ProviderConfig }`,
      `import { type LineRequest, createWordsAdapter } from './adapters/words/adapter.ts';\nimport type { ProviderConfig }`,
    ],
    [
      '  readonly predictions: Entries<PredictionRequest>;',
      '  readonly predictions: Entries<PredictionRequest>;\n  readonly words: Entries<LineRequest>;',
    ],
    [
      '    predictions: entriesOf(',
      `    words: entriesOf(config, createWordsAdapter, { kind: 'words', test: test?.words }),\n    predictions: entriesOf(`,
    ],
    ['({ openai, predictions }: Providers)', '({ openai, predictions, words }: Providers)'],
    ['...predictions.values()]', '...predictions.values(), ...words.values()]'],
  );
  edit(
    copy,
    `${WORKER}/simulated.ts`,
    [
      `import type { ProviderConfig }`,
      `import { type LineRequest, createWordsAdapter } from './adapters/words/adapter.ts';\nimport type { ProviderConfig }`,
    ],
    [
      '  readonly predictions: ProviderEntry<PredictionRequest>;',
      '  readonly predictions: ProviderEntry<PredictionRequest>;\n  readonly words: ProviderEntry<LineRequest>;',
    ],
    [
      '    predictions: {\n',
      `    words: {
      ...shared,
      adapter: createWordsAdapter({ provider: simulated('words'), ...spoken('/words/v1') }),
    },
    predictions: {\n`,
    ],
  );
  edit(
    copy,
    `${WORKER}/operations.ts`,
    [`import type { Providers }`, `import { writeLine } from './operations/write-line.ts';\nimport type { Providers }`],
    ['{ openai, predictions } = providers', '{ openai, predictions, words } = providers'],
    [
      `    'predict-image': paid`,
      `    'write-line': paidOperation(words, fixture, writeLine),\n    'predict-image': paid`,
    ],
  );
}

/** Adds the dialect to the simulator, so that test projects can use the provider and every kind of failure can be requested. */
export function simulate(copy: Copy): void {
  copy.write(`${SIMULATOR}/words/dialect.ts`, DIALECT);
  edit(copy, `${SIMULATOR}/call.ts`, [`['openai', 'predictions']`, `['openai', 'predictions', 'words']`]);
  edit(copy, `${SIMULATOR}/settings.ts`, [
    'export const ADMIN_BASE',
    `export const WORDS_BASE = '/words/v1';\nexport const ADMIN_BASE`,
  ]);
  edit(
    copy,
    `${SIMULATOR}/simulator.ts`,
    ['PREDICTIONS_BASE } from', 'PREDICTIONS_BASE, WORDS_BASE } from'],
    [`import { createErrors }`, `import { wordsReply } from './words/dialect.ts';\nimport { createErrors }`],
    [
      `      predictions: options.idem`,
      `      words: options.idempotent.includes('words'),\n      predictions: options.idem`,
    ],
    [
      '  if (predictions === null) return null;',
      '  const words = behind(WORDS_BASE);\n  if (words !== null) return wordsReply(request, words, desk);\n  if (predictions === null) return null;',
    ],
  );
}
