/** Builds the package for publication: npm run node -- packages/sdk/src/generate/pack.ts <folder> */
import { buildPackage } from './build.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run node -- packages/sdk/src/generate/pack.ts <folder>');
  process.exit(2);
}
buildPackage(folder);
