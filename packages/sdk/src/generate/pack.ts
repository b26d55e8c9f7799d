/** Builds a package for publication: npm run node -- packages/sdk/src/generate/pack.ts <folder> [<package>] */
import { buildPackage } from './build.ts';

const [folder, name] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run node -- packages/sdk/src/generate/pack.ts <folder> [<package>]');
  process.exit(2);
}
buildPackage(folder, name);
