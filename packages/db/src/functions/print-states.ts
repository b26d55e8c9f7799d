/** Prints prisma/functions.sha256: the states that it has, and the one of now where it is another. Its length tells a newer version from an older one. */
import { committedStates, readFunctions } from './files.ts';

const { checksum } = await readFunctions();
const states = committedStates();
process.stdout.write(
  [...states, ...(states.at(-1) === checksum ? [] : [checksum])].map((state) => `${state}\n`).join(''),
);
