/** Prints prisma/migrations.sha256: the lines that it has, and one for each new migration. */
import { join } from 'node:path';
import { checksumsOf, listedChecksums, withNewChecksums } from '../checks/frozen.ts';

const root = join(import.meta.dirname, '../../..');
process.stdout.write(withNewChecksums(listedChecksums(root), checksumsOf(root)));
