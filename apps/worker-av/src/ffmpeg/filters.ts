/**
 * Filter graphs. Only the filters listed here can be named, and their options are numbers or our own words: no client
 * text ever enters a graph.
 */
import { invariant } from '@farebox/kernel';
import { decimal } from './number.ts';

/** The filters that operations may use. None of them opens a file, a device or a connection. */
const FILTERS = [
  'acrossfade',
  'afade',
  'aformat',
  'ametadata',
  'alimiter',
  'amix',
  'anull',
  'anullsrc',
  'apad',
  'aresample',
  'aselect',
  'asetnsamples',
  'asetpts',
  'atrim',
  'blackdetect',
  'color',
  'colorchannelmixer',
  'concat',
  'crop',
  'ebur128',
  'format',
  'fps',
  'freezedetect',
  'lutrgb',
  'metadata',
  'null',
  'nullsink',
  'overlay',
  'pad',
  'palettegen',
  'paletteuse',
  'scale',
  'scdet',
  'select',
  'setparams',
  'setpts',
  'setsar',
  'showinfo',
  'showspectrumpic',
  'showwavespic',
  'sidedata',
  'silencedetect',
  'split',
  'tile',
  'tpad',
  'trim',
  'volume',
] as const;
type FilterName = (typeof FILTERS)[number];

type Value = number | string | Formula;

/** An expression that ffmpeg evaluates for each frame: text from our code around numbers and other expressions. */
export interface Formula {
  readonly formula: string;
}

export const formula = ({ raw }: TemplateStringsArray, ...terms: readonly (number | Formula)[]): Formula => ({
  formula: String.raw({ raw }, ...terms.map((term) => (typeof term === 'number' ? decimal(term) : term.formula))),
});

export interface Filter {
  readonly name: FilterName;
  readonly options: Readonly<Record<string, Value>>;
}

export const filter = (name: FilterName, options: Readonly<Record<string, Value>> = {}): Filter => ({ name, options });

/** A chain of filters between pads. `0:a:0` is the first audio track of the first input. */
export interface Chain {
  readonly from: readonly string[];
  readonly filters: readonly [Filter, ...Filter[]];
  readonly to: readonly string[];
}

/** The first video track of an input. */
export const picturesIn = (input: number): string => `${input}:v:0`;

/** The first audio track of an input. */
export const soundOf = (input: number): string => `${input}:a:0`;

/** Names and separators of names: nothing that ends an option, a filter, a chain or a quotation. */
const WORD = /^[a-z0-9_|-]+$/i;
const PAD = /^[a-z0-9:]+$/;

export const graphText = (chains: readonly Chain[]): string =>
  chains.map(({ from, filters, to }) => pads(from) + filters.map(filterText).join(',') + pads(to)).join(';');

function filterText({ name, options }: Filter): string {
  const told = Object.entries(options).map(([option, value]) => `${word(option)}=${valueText(value)}`);
  return told.length === 0 ? name : `${name}=${told.join(':')}`;
}

function valueText(value: Value): string {
  if (typeof value === 'number') return decimal(value);
  return typeof value === 'string' ? word(value) : `'${value.formula}'`;
}

function word(value: string): string {
  invariant(WORD.test(value), 'a filter option is one of our own words');
  return value;
}

function pads(names: readonly string[]): string {
  for (const name of names) invariant(PAD.test(name), 'a pad has one of our own names');
  return names.map((name) => `[${name}]`).join('');
}
