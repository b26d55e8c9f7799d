/** The keeper as a process. */
import { exitIfConfigError, exitOnConfigError } from '@tollgate/kernel';
import { readKeeperConfig } from './config.ts';
import { runKeeper } from './keeper.ts';

await runKeeper(exitOnConfigError(() => readKeeperConfig(process.env))).catch(exitIfConfigError);
process.exit(0);
