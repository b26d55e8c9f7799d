/**
 * URLs at which a program outside reads one file of its run, or puts one. The URL contains its whole permission, sealed
 * with the URL secret: its bearer can neither read nor change it, and any gateway opens it. Making one writes nothing.
 */
import { invariant } from '@farebox/kernel';
import { checkKey, createSeal } from '@farebox/storage';

interface Permitted {
  /** The owner of the file: only for limits, never for a response. */
  readonly projectId: string;
  /** The runner that has the URL, by the name of its tool: only for limits. */
  readonly runner: string;
  readonly key: string;
  readonly expiresAt: Date;
}

export type RunnerFile =
  | (Permitted & { readonly operation: 'get'; readonly mimeType: string })
  | (Permitted & {
      readonly operation: 'put';
      readonly sizeBytesMax: number;
      /** The types that may be stated. Undefined in a URL of an earlier release: any. */
      readonly mimeTypes?: readonly string[] | undefined;
    });

export interface RunnerFiles {
  readonly urlOf: (file: RunnerFile) => string;
  /** Null for a URL that was not sealed with this secret. The caller compares the time. */
  readonly open: (address: string) => RunnerFile | null;
}

/** Relative to the base path. */
export const RUNNER_FILES_PATH = '/runner-files/';
/** Keeps the seals of downloads and uploads from being valid here. */
const PURPOSE = 'farebox-runner-file-1';

/** @param publicUrl base URL of the gateways as runners reach them. */
export function createRunnerFiles({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): RunnerFiles {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/(?<!\/)\/+$/, '');
  return {
    urlOf(file) {
      checkKey(file.key);
      invariant(!Number.isNaN(file.expiresAt.getTime()), 'a URL has an end');
      return `${base}${RUNNER_FILES_PATH}${seal(encoded(file))}`;
    },
    open(address) {
      const text = open(address);
      return text === null ? null : decoded(text);
    },
  };
}

type Sealed = readonly [
  projectId: string,
  key: string,
  endsMs: number,
  ...rest:
    | ['get', mimeType: string, runner?: string]
    | ['put', sizeBytesMax: number, runner?: string, mimeTypes?: readonly string[]],
];

function encoded(file: RunnerFile): string {
  const { projectId, key, expiresAt, runner } = file;
  const rest =
    file.operation === 'get' ? ['get', file.mimeType, runner] : ['put', file.sizeBytesMax, runner, file.mimeTypes];
  return JSON.stringify([projectId, key, expiresAt.getTime(), ...rest]);
}

/** Needs no validation: the seal proves that this product wrote the text. An earlier release wrote it without the runner. */
function decoded(text: string): RunnerFile {
  const [projectId, key, endsMs, ...rest] = JSON.parse(text) as Sealed;
  const permitted = { projectId, key, expiresAt: new Date(endsMs), runner: rest[2] ?? '' };
  return rest[0] === 'get'
    ? { ...permitted, operation: 'get', mimeType: rest[1] }
    : { ...permitted, operation: 'put', sizeBytesMax: rest[1], mimeTypes: rest[3] ?? undefined };
}
