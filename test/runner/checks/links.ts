/** Every link of a page leads to a file of the project and, if it has an anchor, to a heading. It must never use the network. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

/** Pages that were given to us: their links are not ours to change. */
const GIVEN = /^docs\/spec\//;
const ELSEWHERE = /^(https?:|mailto:)/;

export const links: Check = {
  name: 'links',
  run: ({ root }) => {
    const pages = listFiles(root).filter((path) => path.endsWith('.md') && !GIVEN.test(path));
    const wrong = pages.flatMap((path) => brokenLinks(root, path, readFileSync(join(root, path), 'utf8')));
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

export function brokenLinks(root: string, path: string, text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(<?([^)>\s]+)>?\)/g)].map(([, target]) => target!);
  return targets
    .filter((target) => !ELSEWHERE.test(target) && !leadsSomewhere(root, { path, text }, target))
    .map((target) => `${path}: the link to ${target} leads nowhere`);
}

function leadsSomewhere(root: string, page: { path: string; text: string }, target: string): boolean {
  const [file = '', heading] = target.split('#');
  if (file === '') return anchorsOf(page.text).includes(heading ?? '');
  const path = join(root, dirname(page.path), file);
  return existsSync(path) && (heading === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(heading));
}

/** Anchors as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '');
