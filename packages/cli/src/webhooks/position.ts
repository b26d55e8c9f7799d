/** The last position of the project's event stream, so that the next start continues there. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import { webhookFolder } from './signer.ts';

export interface Position {
  /** Undefined at the first start. */
  readonly last: string | undefined;
  readonly keep: (position: string) => void;
}

/** @param whose system and project. */
export function positionOf(whose: readonly string[], env: Environment): Position {
  const name = createHash('sha256').update(whose.join('\n')).digest('hex').slice(0, 32);
  const path = join(webhookFolder(env), `position-${name}.json`);
  return {
    last: readPrivateJson<{ readonly position: string }>(path)?.position,
    keep(position) {
      rmSync(`${path}.draft`, { force: true }); // an existing file would keep its permissions
      writePrivateJson(path, { position });
    },
  };
}

/**
 * Keeps a position only once all work that began before it has ended well. After an interruption, such work is then done
 * again.
 */
export function keptInOrder(keep: (position: string) => void) {
  let [latest, kept] = [0, 0];
  return (position: string, underWay: Iterable<Promise<unknown>>): void => {
    const number = ++latest;
    const keepIt = (): void => {
      if (number < kept) return;
      kept = number;
      keep(position);
    };
    Promise.all(underWay).then(keepIt, () => {});
  };
}
