/** Compares the result of a run with the schema that its manifest describes results by. */
import type { JsonMembers, JsonValue } from '../manifest.ts';
import { createCompiler, type ValueProblems } from './reader.ts';

/** @param schema `output.result` of a checked manifest. */
export const resultProblems = (schema: JsonMembers, result: JsonValue): ValueProblems =>
  createCompiler()(schema).read(result).problems;
