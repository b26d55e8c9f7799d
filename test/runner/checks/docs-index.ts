/** Every page of docs/ is listed once in docs/README.md, the index by reader, so that no page is found only by chance. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';
import { listFiles } from './files.ts';

const INDEX = 'docs/README.md';
/** docs/decisions/README.md lists the records; `npm run generate` makes it. */
const RECORD = /^docs\/decisions\/\d{4}-/;

export const docsIndex: Check = {
  name: 'docs index',
  run: ({ root }) => {
    const pages = listFiles(root).filter((path) => /^docs\/.*\.md$/.test(path) && path !== INDEX && !RECORD.test(path));
    const wrong = pages.flatMap((page) => problemsOf(root, page));
    return Promise.resolve(wrong.length === 0 ? null : wrong.join('\n'));
  },
};

function problemsOf(root: string, page: string): string[] {
  const times = linksFrom(root, INDEX).filter((target) => target === page).length;
  if (times > 1) return [`${INDEX} lists ${page} ${times} times`];
  if (times === 1) return [];
  // The page of a folder lists the pages in the folder.
  const isListed = linksFrom(root, `${dirname(page)}.md`).includes(page);
  return isListed ? [] : [`${INDEX} does not list ${page}`];
}

/** Paths from the root. */
function linksFrom(root: string, page: string): string[] {
  if (!existsSync(join(root, page))) return [];
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => join(dirname(page), target!));
}
