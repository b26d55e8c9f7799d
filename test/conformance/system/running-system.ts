/** A system under test, however it was started. */
export interface RunningSystem {
  /** At least one. */
  readonly gatewayUrls: readonly string[];
  /** A gateway of the same system with execution switched off. */
  readonly closedGatewayUrl: string | null;
  /** Environment and arguments by which the `fixtures` command finds it. */
  readonly fixturesEnv: Readonly<Record<string, string>>;
  readonly fixturesArgs: readonly string[];
  readonly stop: () => Promise<void>;
}
