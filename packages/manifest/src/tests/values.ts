/** Compares `test` with the rest of a manifest whose form was checked: units with the price, results with their schema. */
import { below, type PriceRule, quoteCall } from '@farebox/price-rules';
import { type CallContext, readCall } from '../call.ts';
import type { Manifest, Simulated, TestCase } from '../manifest.ts';

const AT = '/test';

export function checkTestValues(manifest: Manifest, rule: PriceRule, context: CallContext): void {
  const { simulate, cases = [] } = manifest.test ?? {};
  if (simulate !== undefined) checkSimulated(simulate, { manifest, rule, context });
  cases.forEach((each, index) => checkCase(each, below(`${AT}/cases`, index), { rule, context }));
}

interface Known {
  readonly rule: PriceRule;
  readonly context: CallContext;
}

function checkSimulated(
  { result, units = 1, artifacts = [] }: Simulated,
  { manifest, rule, context: { compile, samples, problems } }: Known & { readonly manifest: Manifest },
): void {
  const at = `${AT}/simulate`;
  if (BigInt(units) > rule.unitsMax)
    problems.add(below(at, 'units'), `must be at most ${rule.unitsMax}, the most units of the price`);
  const schema = manifest.output?.result;
  if (schema !== undefined && result === undefined)
    problems.add(below(at, 'result'), 'is missing: "output.result" describes one');
  if (schema !== undefined && result !== undefined)
    for (const [pointer, reason] of compile(schema).read(result).problems)
      problems.add(below(at, 'result') + pointer, reason);
  const bounds = manifest.output?.artifacts ?? [];
  if (artifacts.length !== bounds.length)
    problems.add(below(at, 'artifacts'), `must list ${bounds.length} sample files, as many as "output.artifacts"`);
  artifacts.forEach(({ fileId }, index) => {
    const sample = samples.find(({ id }) => id === fileId);
    const types: readonly string[] = bounds[index]?.mimeTypes ?? [];
    if (sample === undefined || !types.includes(sample.mimeType))
      problems.add(below(below(at, 'artifacts'), index), `must be a sample file of the type ${types.join(' or ')}`);
  });
}

function checkCase({ arguments: given, expect }: TestCase, at: string, { rule, context }: Known): void {
  const call = readCall(given, below(at, 'arguments'), context);
  if (call === null || expect.units === undefined) return;
  const { units } = quoteCall(rule, call);
  const isMeasured = 'ceil' in rule.price.units;
  const place = below(below(at, 'expect'), 'units');
  if (BigInt(expect.units) > units)
    context.problems.add(place, `must be at most ${units}, the quoted units of the call`);
  else if (isMeasured && BigInt(expect.units) < units)
    context.problems.add(place, `must be ${units}: the units follow from the call`);
}
