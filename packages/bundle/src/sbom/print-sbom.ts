/** Prints the SBOM of the image that it runs in: `docker run --rm farebox sbom.mjs > farebox.cdx.json`. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Contents } from '../packages.ts';
import { installedDebian } from './debian.ts';
import { sbom } from './sbom.ts';

const listed = join(dirname(process.argv[1] ?? ''), 'packages.json');
const contents = JSON.parse(readFileSync(listed, 'utf8')) as Contents;
const debian = installedDebian();
if (debian === null) process.stderr.write('This system has no dpkg: its packages are not listed.\n');
const { node, modules: _, ...linked } = process.versions;
process.stdout.write(`${sbom({ ...contents, node: { node, ...linked }, debian, now: new Date() })}\n`);
