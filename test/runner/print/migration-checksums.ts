/** Prints prisma/migrations.sha256: its lines, and one for each new migration. */
import { join } from 'node:path';
import { checksumsOf, listedChecksums, withNewChecksums } from '../checks/frozen.ts';

const root = join(import.meta.dirname, '../../..');
process.stdout.write(withNewChecksums(listedChecksums(root), checksumsOf(root)));
