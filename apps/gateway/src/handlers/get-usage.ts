/** Usage of the current UTC month with balance, holds and cap: one read of roll-up rows, never a scan. */
import type { Usage } from '@farebox/contract';
import { microsToJson } from '@farebox/kernel';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';

export const getUsage =
  ({ usage }: Pick<Dependencies, 'usage'>): Handler<'getUsage'> =>
  async ({ identity }) => {
    const read = await usage(identity.project.id);
    const data: Usage = {
      month: read.month,
      currency: 'USD',
      settledRequests: read.settledRequests,
      chargedMicros: microsToJson(read.chargedMicros),
      heldMicros: microsToJson(read.heldMicros),
      availableMicros: microsToJson(read.availableMicros),
      monthlyCapMicros: read.monthlyCapMicros === null ? null : microsToJson(read.monthlyCapMicros),
    };
    return { status: 200, data };
  };
