/** The files of the repository that the build may see, by Dockerfile.dockerignore: the last pattern that matches a path decides. */

export type Visible = (path: string) => boolean;

export function readIgnoreFile(text: string): Visible {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ shown: line.startsWith('!'), pattern: toRegExp(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.shown ?? true;
}

/** Docker's rules: a star stops at a slash and matches a leading dot, and a pattern that matches a folder matches all files in it. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll('.', '\\.');
  });
  return new RegExp(`^${parts.join('')}(?:/|$)`);
}
