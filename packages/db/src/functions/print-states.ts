/**
 * Prints prisma/functions.sha256: its states, plus the current state if it is new. The length of the list tells newer
 * versions from older ones.
 */
import { committedStates, readFunctions } from './files.ts';

const { checksum } = await readFunctions();
const states = committedStates();
process.stdout.write(
  [...states, ...(states.at(-1) === checksum ? [] : [checksum])].map((state) => `${state}\n`).join(''),
);
