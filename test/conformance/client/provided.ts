/** Values that the started system passes to the tests (see system/setup.ts). */
import 'vitest';
import type { WideIdentities } from './identities.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly mode: string;
    /** Whether the system offers the `rehearsal` tool. */
    readonly rehearsal: boolean;
    /** Base URLs of all gateways; at least one. */
    readonly gatewayUrls: readonly string[];
    /** A gateway of the same system with execution switched off; null if there is none. */
    readonly closedGatewayUrl: string | null;
    /** Test file → its set of keys. */
    readonly identities: Readonly<Record<string, WideIdentities>>;
    /** The environment in which `npm run fixtures` finds this system. */
    readonly fixturesEnv: Readonly<Record<string, string>>;
    readonly fixturesArgs: readonly string[];
  }
}
