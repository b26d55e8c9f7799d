/**
 * Translates calls of the official suite's example tools into ours, so that it can look at tasks of this server. It changes
 * nothing else of a message, and nothing of `tasks/*`: a tool that responds at once, one that takes a while, one that fails.
 */
import { dataIn } from '../client/mcp-host.ts';
import { ask } from '../client/mcp-tasks.ts';

interface Call {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Null: there is no similar tool. */
export async function translated(call: Call, key: string): Promise<Call | null> {
  const { seconds = 1 } = call.arguments ?? {};
  if (call.name === 'greet') return { name: 'get_usage', arguments: {} };
  if (call.name === 'slow_compute') return rehearsal(key, { durationMs: Number(seconds) * 1_000 });
  if (call.name === 'failing_job') return rehearsal(key, { durationMs: 1_000, outcome: 'fail' });
  return null;
}

async function rehearsal(key: string, args: object): Promise<Call> {
  const asked = { tool: 'rehearsal', arguments: args };
  const { result = {} } = await ask(key, { method: 'tools/call', params: { name: 'quote', arguments: asked } });
  const { quoteId, maximumChargeMicros } = dataIn(result['content']);
  const paying = { ...asked, quoteId, maxChargeMicros: maximumChargeMicros, waitSeconds: 0 };
  return { name: 'execute', arguments: paying };
}
