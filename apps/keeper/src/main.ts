/** The keeper as a process. */
import { exitOnConfigError } from '@tollgate/kernel';
import { readKeeperConfig } from './config.ts';
import { runKeeper } from './keeper.ts';

await runKeeper(exitOnConfigError(() => readKeeperConfig(process.env)));
process.exit(0);
