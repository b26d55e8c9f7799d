/** Defects that only a failover reveals. Each has its own database with a standby. */
import { missingCluster } from '../system/cluster.ts';
import { startReplicated } from '../scenes/replicated.ts';
import type { Defect } from './defects.ts';
import { patchFunction } from './patch.ts';
import { forgetTheCalls } from './scenarios.ts';

export const FAILOVER_DEFECTS: readonly Defect[] = [
  {
    name: 'sent-first-after-a-failover',
    promise: 'I4',
    missing: missingCluster,
    startDatabase: startReplicated({ synchronous: false }),
    environment: { FAREBOX_ALLOW_ASYNC_REPLICA: 'true' },
    put: (sql) =>
      patchFunction(sql, { name: 'execution_doubt', from: 'AND execution_is_doubtful(e)', to: 'AND false' }),
    scenario: forgetTheCalls,
  },
];
