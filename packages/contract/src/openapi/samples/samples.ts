/** Adds code samples in curl, TypeScript and Python to every operation of a document, made from its parameters and its example. */
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { type DescribedOperation, sampleRequest } from './request.ts';
import { typescriptSample } from './typescript.ts';

type Operations = Readonly<Record<string, DescribedOperation>>;

/** `x-codeSamples` is the extension that Redoc, Scalar and others show beside an operation. */
export const withSamples = (paths: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations as Operations).map(([method, operation]) => [
          method,
          { ...operation, 'x-codeSamples': samplesOf(method, path, operation) },
        ]),
      ),
    ]),
  );

function samplesOf(method: string, path: string, operation: DescribedOperation) {
  const request = sampleRequest(method, path, operation);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(request) },
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
  ];
}
