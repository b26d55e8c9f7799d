/**
 * The definition of a tool: one declaration from which catalog, validation, quote and plan are derived. It is pure
 * data and pure functions; an operation of a worker app, named by the plan, does the work.
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
import type { Own } from './own/price.ts';
import type { ProviderKind } from './providers/provider.ts';

/** One step as it is stored with the execution. Plain JSON, possibly of another version: the worker checks it before use. */
export interface StepPlan {
  readonly name: string;
  readonly engine: Engine;
  readonly operation: string;
  readonly parameters: JsonObject;
  /** Field of the operation → file. */
  readonly inputs: Readonly<Record<string, InputRef>>;
  readonly price: StepPrice;
}

/** The price at acceptance. The step is charged by it, whatever changes in the table later. */
export interface StepPrice {
  readonly description: string;
  readonly unit: string;
  /** Decimal text. */
  readonly unitPriceMicros: string;
  /** The quoted maximum: the step never measures more. */
  readonly unitsMax: number;
  /** For a step of a pipeline: the tool and model as which it was sold, for finding another price of it. */
  readonly sold?: SoldAs;
}

export interface SoldAs {
  readonly tool: string;
  readonly model: string | null;
}

/**
 * A step without engine and price, and the most units it can measure. An unknown operation name does not compile, and
 * neither do parameters or inputs that the operation does not declare.
 */
export type PlannedStep = { readonly [N in OperationName]: PlannedStepOf<N> }[OperationName];

export interface PlannedStepOf<N extends OperationName> {
  /** The name that the customer sees in `steps`. */
  readonly name: string;
  readonly operation: N;
  readonly parameters: PlannedParameters<N>;
  readonly inputs: InputsOf<N, InputRef>;
  /** The text on the customer's bill. */
  readonly description: string;
  /** Integer ≥ 1; a binding ceiling on what the operation measures. */
  readonly unitsMax: number;
  /** The artifacts of a successful run, in order. Steps that read one of them are priced by these bounds. */
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

/** The catalog entry of a tool, without its prices. */
export interface ToolDescription extends Ends {
  readonly name: string;
  readonly title: string;
  /** Tells developers and agents what the tool does, what it takes and what it returns, with units. */
  readonly description: string;
  readonly category: Category;
  /** A closed object schema. A default that affects the price is part of the schema, so that it is filled in only once. */
  readonly inputSchema: TSchema;
  readonly example: JsonObject;
  readonly models: readonly ToolModel[];
  readonly maxRuntimeSeconds: number;
}

/** `Arguments` are valid against `inputSchema`, with defaults filled in. In a pipeline, a file may be an artifact. */
export interface ToolSpec<Arguments> extends Omit<ToolDescription, keyof Ends> {
  /**
   * The kind of external service that the tool runs on. If set, every step has the engine `provider`, and each model
   * is offered if an entry serves it.
   */
  readonly provider?: ProviderKind;
  /**
   * Whether a worker runs ffmpeg. A model that is an audio format is offered if ffmpeg can write it; a tool without
   * models, if ffmpeg can write any.
   */
  readonly needsFfmpeg?: boolean;
  /**
   * For tools that encode video: the format of each model, or of the tool if it has no models. Offered if ffmpeg can
   * write the format.
   */
  readonly encodes?: (model: string | null) => VideoFormat;
  /** For a tool whose audio format is chosen by another field than the model. */
  readonly soundFormatOf?: (input: Arguments) => AudioFormat;
  /** The model that an input selects; null if the tool has none. */
  readonly modelOf: (input: Arguments) => string | null;
  /**
   * For a tool that makes several steps: their number. Above the limit, the input is refused before any file is looked
   * up.
   */
  readonly stepCount?: (input: Arguments) => number;
  /**
   * For a tool on an external service: the reason why the configured model cannot do what the input asks for; null if
   * it can.
   */
  readonly limitOf?: (input: Arguments, serviceModel: string) => string | null;
  readonly fileUses: (input: Arguments) => readonly FileUse[];
  /**
   * Called only if everything in `fileUses` exists and satisfies its rule. Bounds decide prices and refusals only: the
   * bounds of an artifact are not its real size, so nothing derived from them may go into `parameters`.
   */
  readonly plan: (input: Arguments, boundsOf: BoundsOf) => Planned;
}

/** One use of a tool with a validated input. The type of the arguments is known only where the input was read. */
export interface ToolUse {
  /** With defaults filled in. */
  readonly arguments: JsonObject;
  readonly model: string | null;
  /** The audio format that this deployment must be able to write. Null if only the model decides. */
  readonly soundFormat: AudioFormat | null;
  readonly steps: number;
  readonly fileUses: readonly FileUse[];
  readonly limitOf: (serviceModel: string) => string | null;
  readonly plan: (boundsOf: BoundsOf) => Planned;
}

export type ReadUse =
  | { readonly ok: true; readonly use: ToolUse }
  | { readonly ok: false; readonly fields: FieldProblems };

/** A tool, independent of the type of its arguments. */
export interface ToolDefinition extends ToolDescription {
  readonly provider?: ProviderKind;
  /** For an own tool, which a manifest defines. */
  readonly own?: Own;
  readonly needsFfmpeg?: boolean;
  readonly encodes?: (model: string | null) => VideoFormat;
  /** Only such tools can be chained, so an index means the same to clients, plan and bill. */
  readonly isOneStep: boolean;
  /**
   * Reads an input by the tool's schema, or by that schema widened for artifacts. Fills defaults into the value it
   * receives.
   */
  readonly reader: (schema: TSchema) => (value: JsonObject) => ReadUse;
}

/** Only values that the schema accepted reach the functions of `spec`. */
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

/** An argument type whose fields with a schema default are always present. */
export type Defaulted<T, K extends keyof T> = T & { readonly [P in K]-?: Exclude<T[P], undefined> };
