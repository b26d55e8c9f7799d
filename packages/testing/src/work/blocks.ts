/**
 * Measures the work of JavaScript in executed blocks: the bodies of functions, branches and loops, each counted as often as
 * it ran. Unlike time, the count of the same work hardly differs between machines and loads. Work inside one native call,
 * such as a regular expression, is not seen: see expressions.ts.
 */
import { type Profiler, Session } from 'node:inspector/promises';

export interface BlockMeter extends AsyncDisposable {
  /** Blocks that this process executed meanwhile, those of anything else that runs included. */
  readonly blocksOf: (run: () => Promise<void>) => Promise<number>;
}

/** While it is open, this process is slow. */
export async function openBlockMeter(): Promise<BlockMeter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async blocksOf(run) {
      await session.post('Profiler.takePreciseCoverage'); // begins at zero
      await run();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result.reduce((sum, script) => sum + blocksIn(script), 0);
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const blocksIn = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
