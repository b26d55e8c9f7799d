/**
 * Cost of a call by its tariff: whole micros, never more than the price of its usage, and nothing for work that did not
 * run.
 */
import { TARIFF_UNITS } from '@farebox/catalog';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ONE, type Ran, type Tariff, type Usage, derivedCost } from './tariff.ts';
import { DEFAULT_TARIFFS, parseTariffs } from './tariffs.ts';

const IMAGE: Tariff = { unit: 'image', picoUsd: 40_000_000_000n };
const CHARACTER: Tariff = { unit: 'character', picoUsd: 600_000n };
const MINUTE: Tariff = { unit: 'audio-minute', picoUsd: 6_000_000_000n };
const MACHINE: Tariff = { unit: 'predict-second', picoUsd: 1_400_000_000n };
const FLAT: Tariff = { unit: 'call', picoUsd: 5_000_000_000n };

const picture: Usage = { images: ONE };
const ran = (work: Ran['work'], seconds = 0): Ran => ({ work, seconds: BigInt(Math.round(seconds * 1e6)) });

type Case = readonly [title: string, tariff: Tariff, usage: Usage, how: Ran, expected: bigint | null];

const CASES: readonly Case[] = [
  ['a picture', IMAGE, picture, ran('all'), 40_000n],
  ['a picture cancelled during its work', IMAGE, picture, ran('cancelled', 0.5), 40_000n],
  ['a picture cancelled before its work began', IMAGE, picture, ran('cancelled', 0), 0n],
  ['a picture that failed', IMAGE, picture, ran('failed', 3), 0n],
  ['a picture that was refused', IMAGE, picture, ran('none', 3), 0n],
  ['three characters at 0.6 micros', CHARACTER, { characters: 3n * ONE }, ran('all'), 1n],
  ['ninety seconds of sound', MINUTE, { audioSeconds: 90n * ONE }, ran('all'), 9_000n],
  ['a machine for 2.5 s', MACHINE, picture, ran('all', 2.5), 3_500n],
  ['a machine for 2.5 s, then cancelled', MACHINE, picture, ran('cancelled', 2.5), 3_500n],
  ['a machine for 2.5 s, then failed', MACHINE, picture, ran('failed', 2.5), 3_500n],
  ['a call that failed', FLAT, {}, ran('failed', 1), 5_000n],
  ['characters of a picture', CHARACTER, picture, ran('all'), null],
  ['characters of a failed picture', CHARACTER, picture, ran('failed'), null],
];

test.each(CASES)('%s', (...row) => {
  const [, tariff, usage, how, expected] = row;
  expect(derivedCost(tariff, usage, how)).toBe(expected);
});

test('more usage, a longer run or a higher price never costs less, and fractions of a micro are dropped', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
  const unit = fc.constantFrom(...TARIFF_UNITS);
  const work = fc.constantFrom('all', 'cancelled', 'failed', 'none') satisfies fc.Arbitrary<Ran['work']>;
  fc.assert(
    fc.property(
      fc.record({ which: unit, how: work, price: amount, used: amount, time: amount, more: amount }),
      (drawn) => {
        const { which, how, price, used, time, more } = drawn;
        const cost = (picoUsd: bigint, units: bigint, seconds: bigint): bigint => {
          const usage = { images: units, characters: units, audioSeconds: units, outputSeconds: units };
          return derivedCost({ unit: which, picoUsd }, usage, { work: how, seconds }) ?? -1n;
        };
        const base = cost(price, used, time);
        expect(base >= 0n && base <= 10n ** 18n).toBe(true);
        for (const grown of [
          cost(price + more, used, time),
          cost(price, used + more, time),
          cost(price, used, time + more),
        ])
          expect(grown >= base).toBe(true);
        const most = used > time ? used : time;
        const exact = price * (most > ONE ? most : ONE);
        expect(base * 10n ** 12n <= exact).toBe(true);
        expect(how === 'none' ? base : 0n).toBe(0n);
      },
    ),
  );
});

test('tariffs are parsed as written, including names with an equals sign', () => {
  expect(parseTariffs('')).toEqual(new Map());
  expect(parseTariffs(' org/flux:v1=fast=0.04/image, tts-1=0.000015/character')).toEqual(
    new Map([
      ['org/flux:v1=fast', { unit: 'image', picoUsd: 40_000_000_000n }],
      ['tts-1', { unit: 'character', picoUsd: 15_000_000n }],
    ]),
  );
});

test.each(['sim', 'sim=1', 'sim=1/', 'sim=1/pixel', 'sim=-1/image', 'sim=NaN/image', '=1/image', 'a=1/call,a=2/call'])(
  '%j is refused as a list of tariffs',
  (text) => {
    expect(() => parseTariffs(text)).toThrow(/has an entry|twice/);
  },
);

test('the default tariffs are in a realistic range, and a runner costs only what it states', () => {
  const { 'run-tool': unstated, ...ofServices } = DEFAULT_TARIFFS;
  expect(unstated.picoUsd).toBe(0n);
  for (const [operation, { picoUsd }] of Object.entries(ofServices)) {
    expect(picoUsd > 1_000_000n && picoUsd < 10n ** 12n, operation).toBe(true);
  }
});
