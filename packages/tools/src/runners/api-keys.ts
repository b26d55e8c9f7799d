/**
 * Keys of HTTP APIs: files of the folder of secrets, named like the secret, with one line `host key` for each host. A key is
 * sent only to a host of its own file, so that a published manifest can lead no key to another host. Read at each use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPort } from './guard-runner.ts';

/** Reads the key of that name for a URL; null if there is none. Then nothing may be sent. */
export type ApiKeys = (name: string, url: string) => string | null;

/** As manifests have them: the name is never a path. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LINE = /^(\S+)[ \t]+([\x21-\x7e]+)$/;

/** @param directory empty: there are no keys. */
export const apiKeysIn =
  (directory: string): ApiKeys =>
  (name, url) => {
    if (directory === '' || !NAME.test(name)) return null;
    const at = URL.parse(url);
    const hosts = at === null ? [] : [at.host, withPort(at)];
    for (const line of linesOf(join(directory, name))) {
      const [, ofHost, key] = LINE.exec(line.trim()) ?? [];
      if (key !== undefined && hosts.includes(ofHost?.toLowerCase() ?? '')) return key;
    }
    return null;
  };

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
