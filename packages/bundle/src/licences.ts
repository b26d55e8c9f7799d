/** The licences of the packages in a bundle, which must be distributed with their code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE = /^(licen[cs]e|notice|copying)/i;

export function licencesOf({ inputs }: Metafile, root: string): string {
  const folders = new Set(Object.keys(inputs).flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  return [...folders]
    .map((folder) => licenceOf(join(root, folder)))
    .toSorted()
    .join('\n\n');
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(folder).filter((file) => LICENCE.test(file) && !file.endsWith('.js'));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}: ${license ?? 'see below'}`, ...texts].join('\n\n');
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}
