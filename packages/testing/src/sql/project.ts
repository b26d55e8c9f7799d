/** The product's sources with database queries, as the compiler sees them: of every package and app, without tests. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(import.meta.dirname, '../../../..');
const SOURCES = ['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'];
const NO_PRODUCT = /\.test\.ts$|[-.]suite\.ts$|\.fixture\.ts$|\/testing\/|^packages\/testing\/|\/generated\//;

/** A file without any of these names has no statement, so the compiler need not read it. */
const ASKS = /\b(?:rows|snapshot|json|query)\s*[<(`]|\browsOf\b|\$(?:query|execute)Raw|\bPrisma\.sql\b/;

export interface Project {
  readonly checker: ts.TypeChecker;
  /** Source files of the product. */
  readonly files: readonly ts.SourceFile[];
  /** Source files that the caller added. */
  readonly added: readonly ts.SourceFile[];
}

/** `added`: further sources by their path relative to the root, treated as if they existed. */
export function readProject(added: ReadonlyMap<string, string> = new Map()): Project {
  const sources = globSync(SOURCES, { cwd: ROOT }).filter(
    (path) => !NO_PRODUCT.test(path) && ASKS.test(readFileSync(inRoot(path), 'utf8')),
  );
  const { options } = ts.convertCompilerOptionsFromJson(COMPILER_OPTIONS, ROOT);
  const program = ts.createProgram([...sources, ...added.keys()].map(inRoot), options, hostWith(added, options));
  const checker = program.getTypeChecker();
  const filesOf = (paths: Iterable<string>): ts.SourceFile[] =>
    Array.from(paths, (path) => {
      const file = program.getSourceFile(inRoot(path));
      if (file === undefined) throw new Error(`${path} is not read`);
      return file;
    });
  return { checker, files: filesOf(sources), added: filesOf(added.keys()) };
}

const inRoot = (path: string): string => join(ROOT, path);

const { compilerOptions: COMPILER_OPTIONS } = JSON.parse(readFileSync(inRoot('tsconfig.json'), 'utf8')) as {
  readonly compilerOptions: object;
};

function hostWith(added: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const textOf = (path: string): string | undefined => added.get(path.slice(ROOT.length + 1));
  return {
    ...host,
    fileExists: (path) => textOf(path) !== undefined || host.fileExists(path),
    readFile: (path) => textOf(path) ?? host.readFile(path),
    getSourceFile: (path, version) => {
      const text = textOf(path);
      return text === undefined ? host.getSourceFile(path, version) : ts.createSourceFile(path, text, version);
    },
  };
}

/** Position of a node as `path:line`, relative to the root. */
export function locationOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName.slice(ROOT.length + 1)}:${line + 1}`;
}

export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  node.forEachChild((child) => visit(child, look));
}
