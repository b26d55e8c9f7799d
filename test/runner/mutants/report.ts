/** A vitest reporter for mutants: writes the errors of each test that ran, and each problem outside of tests, to a file. */
import { writeFileSync } from 'node:fs';
import type { ReportedHookContext, Reporter, TestCase, TestModule } from 'vitest/node';

/** Environment variable with the path of the report. */
export const REPORT_FILE = 'TEST_MUTANT_REPORT';

export interface ToldError {
  readonly name: string;
  readonly message: string;
}

export interface Outcome {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly durationMs: number;
  /** Each error is followed by its causes. */
  readonly errors: readonly ToldError[];
  /** True if a hook before or after the test failed instead of the test. */
  readonly isOfHook: boolean;
}

export interface Report {
  readonly tests: readonly Outcome[];
  /** Errors of files that could not be loaded, of hooks of files, and outside of tests. */
  readonly problems: readonly string[];
}

interface SerializedError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly cause?: unknown;
}

const withCauses = ({ name = 'Error', message, cause }: SerializedError): ToldError[] => [
  { name, message },
  ...(cause instanceof Object && 'message' in cause ? withCauses(cause as SerializedError) : []),
];

const problemsOf = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()].flatMap((each) => each.errors().map(({ message }) => message));

export default class MutantReporter implements Reporter {
  /** Tests whose hook has begun and not ended; after the run these are the tests whose hook failed. */
  readonly #inHook = new Set<string>();

  onHookStart({ entity }: ReportedHookContext): void {
    this.#inHook.add(entity.id);
  }

  onHookEnd({ entity }: ReportedHookContext): void {
    this.#inHook.delete(entity.id);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: Report = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map((test) => this.#outcomeOf(test))),
      problems: [...modules.flatMap(problemsOf), ...unhandled.map(({ message }) => message)],
    };
    writeFileSync(process.env[REPORT_FILE] ?? '', JSON.stringify(report));
  }

  #outcomeOf(test: TestCase): Outcome {
    const { state, errors = [] } = test.result();
    return {
      title: test.name,
      state,
      durationMs: test.diagnostic()?.duration ?? 0,
      errors: errors.flatMap(withCauses),
      isOfHook: this.#inHook.has(test.id),
    };
  }
}
