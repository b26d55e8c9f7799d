/**
 * What a tool is: one declaration from which catalog, validation, quote and plan derive. It is pure data and pure
 * functions; what does the work is an operation of a worker app, named by the plan.
 */
import type { Category, FieldProblems } from '@farebox/contract';
import type { AudioFormat, Engine, VideoFormat } from '@farebox/kernel';
import type { TSchema } from 'typebox';
import { lazyReader } from './arguments/validator.ts';
import { type Ends, endsOf } from './ends.ts';
import type { BoundsOf, FileBounds } from './files/bounds.ts';
import type { FileUse, InputRef } from './files/file.ts';
import type { JsonObject } from './json.ts';
import type { InputsOf, OperationName, PlannedParameters } from './operations/types.ts';
import type { ProviderKind } from './providers/provider.ts';

/** One step as it is stored with the execution. Plain JSON, and perhaps of another version: the worker looks before it believes. */
export interface StepPlan {
  readonly name: string;
  readonly engine: Engine;
  readonly operation: string;
  readonly parameters: JsonObject;
  /** Field of the operation → file. */
  readonly inputs: Readonly<Record<string, InputRef>>;
  readonly price: StepPrice;
}

/** The price at acceptance: the step is charged by it, whatever happens to the table later. */
export interface StepPrice {
  readonly description: string;
  readonly unit: string;
  /** Decimal text. */
  readonly unitPriceMicros: string;
  /** What was quoted: the step never measures more. */
  readonly unitsMax: number;
  /** Of a step of a pipeline: what it was sold as, by which another price of it is found. */
  readonly sold?: SoldAs;
}

export interface SoldAs {
  readonly tool: string;
  readonly model: string | null;
}

/**
 * A step before its engine and price are filled in, and the most units it can measure. A name that is no operation, and
 * parameters or inputs that it does not declare, do not compile.
 */
export type PlannedStep = { readonly [N in OperationName]: PlannedStepOf<N> }[OperationName];

export interface PlannedStepOf<N extends OperationName> {
  /** What the customer sees in `steps`. */
  readonly name: string;
  readonly operation: N;
  readonly parameters: PlannedParameters<N>;
  readonly inputs: InputsOf<N, InputRef>;
  /** What the customer reads on the bill. */
  readonly description: string;
  /** Integer ≥ 1; a binding ceiling on what the operation measures. */
  readonly unitsMax: number;
  /** The artifacts it makes when it succeeds, in their order. What reads one of them is priced by these bounds. */
  readonly outputs: readonly FileBounds[];
}

export type Planned =
  | { readonly ok: true; readonly steps: readonly PlannedStep[] }
  | { readonly ok: false; readonly message: 'invalid_arguments' | 'file_not_usable'; readonly fields: FieldProblems };

export interface ToolModel {
  readonly name: string;
  readonly description: string;
  readonly example: JsonObject;
}

/** What the catalog shows of a tool, besides its prices. */
export interface ToolDescription extends Ends {
  readonly name: string;
  readonly title: string;
  /** Says to a developer and to an agent what it does, what it takes, what comes back, with units. */
  readonly description: string;
  readonly category: Category;
  /** Closed object. A default that affects the price stands in the schema, so that it is resolved once. */
  readonly inputSchema: TSchema;
  readonly example: JsonObject;
  readonly models: readonly ToolModel[];
  readonly maxRuntimeSeconds: number;
}

/** `Arguments` are valid against `inputSchema`, with its defaults filled in; in a pipeline a file may be an artifact. */
export interface ToolSpec<Arguments> extends Omit<ToolDescription, keyof Ends> {
  /** The kind of external service it runs on: then every step has engine `provider`, and each model is offered where one is configured. */
  readonly provider?: ProviderKind;
  /** A worker does it with ffmpeg: a model that is a format is offered where that can write it, and the tool where there is any. */
  readonly needsFfmpeg?: boolean;
  /** A worker encodes video: what each model, or the tool where it has none, is written in. Offered where ffmpeg can write that. */
  readonly encodes?: (model: string | null) => VideoFormat;
  /** Of a tool whose result is a sound in a format that the input chooses otherwise than by its model. */
  readonly soundFormatOf?: (input: Arguments) => AudioFormat;
  /** The model an input selects; null where the tool has none. */
  readonly modelOf: (input: Arguments) => string | null;
  /** Of a tool that makes several steps: how many; refused above the limit before any file is looked up. */
  readonly stepCount?: (input: Arguments) => number;
  /** Of a tool on an external service: why the model that is configured there cannot do this; null where it can. */
  readonly limitOf?: (input: Arguments, serviceModel: string) => string | null;
  readonly fileUses: (input: Arguments) => readonly FileUse[];
  /**
   * Called only when everything in `fileUses` is there and satisfies its rule. Bounds decide prices and refusals only:
   * what they say of an artifact is not its real size, so nothing of it may go into `parameters`.
   */
  readonly plan: (input: Arguments, boundsOf: BoundsOf) => Planned;
}

/** What one input of a tool would do; its type is known where it was read, and nowhere else. */
export interface ToolUse {
  /** With its defaults filled in. */
  readonly arguments: JsonObject;
  readonly model: string | null;
  /** What must be writable here. Null: nothing but what the model says. */
  readonly soundFormat: AudioFormat | null;
  readonly steps: number;
  readonly fileUses: readonly FileUse[];
  readonly limitOf: (serviceModel: string) => string | null;
  readonly plan: (boundsOf: BoundsOf) => Planned;
}

export type ReadUse =
  | { readonly ok: true; readonly use: ToolUse }
  | { readonly ok: false; readonly fields: FieldProblems };

/** A tool whatever the type of its arguments. */
export interface ToolDefinition extends ToolDescription {
  readonly provider?: ProviderKind;
  readonly needsFfmpeg?: boolean;
  readonly encodes?: (model: string | null) => VideoFormat;
  /** Only such tools can be chained, so that an index means the same to clients, plan and bill. */
  readonly isOneStep: boolean;
  /** Reads by its schema, or that widened by references to artifacts; the result fills defaults into what it is given. */
  readonly reader: (schema: TSchema) => (value: JsonObject) => ReadUse;
}

/** Nothing but what the schema accepted reaches the functions of the specification. */
export function defineTool<Arguments>(spec: ToolSpec<Arguments>): ToolDefinition {
  const { modelOf, soundFormatOf, stepCount, limitOf, fileUses, plan, ...description } = spec;
  return {
    ...description,
    ...endsOf(spec.provider),
    isOneStep: stepCount === undefined,
    reader(schema) {
      const read = lazyReader<Arguments>(schema);
      return (value) => {
        const found = read(value);
        if (!found.ok) return found;
        const input = found.arguments;
        const use: ToolUse = {
          arguments: input,
          model: modelOf(input),
          soundFormat: soundFormatOf?.(input) ?? null,
          steps: stepCount?.(input) ?? 1,
          fileUses: fileUses(input),
          limitOf: (serviceModel) => limitOf?.(input, serviceModel) ?? null,
          plan: (boundsOf) => plan(input, boundsOf),
        };
        return { ok: true, use };
      };
    },
  };
}

/** A plan of one step. */
export const oneStep = (step: PlannedStep): Planned => ({ ok: true, steps: [step] });

/** An argument type in which fields that have a schema default are present. */
export type Defaulted<T, K extends keyof T> = T & { readonly [P in K]-?: Exclude<T[P], undefined> };
