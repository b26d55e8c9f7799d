/** What the started system hands to the tests (see system/setup.ts). */
import 'vitest';
import type { WideIdentities } from './identities.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly mode: string;
    /** Whether the system offers the `rehearsal` tool. */
    readonly rehearsal: boolean;
    /** Base URLs of all gateways; at least one. */
    readonly gatewayUrls: readonly string[];
    /** A gateway of the same system with execution switched off; null where there is none. */
    readonly closedGatewayUrl: string | null;
    /** Test file → its set. */
    readonly identities: Readonly<Record<string, WideIdentities>>;
    /** Environment under which `npm run fixtures` finds this system. */
    readonly fixturesEnv: Readonly<Record<string, string>>;
    readonly fixturesArgs: readonly string[];
  }
}
