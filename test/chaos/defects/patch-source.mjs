/**
 * Loaded before a program of the test's own system (`--import`): changes the text of modules as they are read, never a file. If a
 * module lacks the text, the program ends, so that no defect is silently left out. Plain JavaScript, because it runs before any
 * other code.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const patches = JSON.parse(readFileSync(process.env['CHAOS_PATCHES'], 'utf8'));

registerHooks({
  load(url, context, next) {
    const own = patches.filter(({ file }) => url.endsWith(`/${file}`));
    const loaded = next(url, context);
    if (own.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { file, from, to } of own) {
      if (!source.includes(from)) throw new Error(`${file} has no "${from}": this defect must be put in differently`);
      source = source.replace(from, () => to);
      process.stderr.write(`chaos: ${file} was changed\n`);
    }
    return { ...loaded, source };
  },
});
