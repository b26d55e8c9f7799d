/** Runs the keeper as a process. */
import { runApp } from '@farebox/telemetry';
import { readKeeperConfig } from './config.ts';
import { runKeeper } from './keeper.ts';

await runApp({ name: 'keeper', read: () => readKeeperConfig(process.env), run: runKeeper });
