/**
 * A client that dies: at its n-th contact with the world (a write to its store, a request, a response) it kills itself. Arguments: store's folder,
 * n (0: it lives), `run` or `batch`, and the request's name (none: what its store has is carried on, or else a request without a name begun). Prints
 * the id of the execution, or of the batch.
 */
import { type RequestStore, createFarebox, usd } from '@farebox/sdk';
import { fileStore } from '@farebox/sdk/node';

const [folder = '', at = '0', what = '', name] = process.argv.slice(2);
let contacts = 0;
const die = (): void => void (++contacts === Number(at) && process.kill(process.pid, 'SIGKILL'));

/** Before it, and after it. */
async function around<T>(act: () => Promise<T>): Promise<T> {
  die();
  const done = await act();
  die();
  return done;
}

const stored = fileStore(folder);
const store: RequestStore = {
  ...stored,
  add: (added) => around(() => stored.add(added)),
  save: (saved) => around(() => stored.save(saved)),
};
const farebox = createFarebox({
  baseUrl: process.env['FAREBOX_URL'] ?? '',
  apiKey: process.env['FAREBOX_API_KEY'] ?? '',
  store,
  fetch: (...sent) => around(() => fetch(...sent)),
});
const input = { source: { fileId: 'file_sample_photo' } };
const ceiling = usd('0.05');
const options = { ceiling, ...(name === undefined ? {} : { request: name }) };

const begun = () =>
  what === 'batch'
    ? farebox.runBatch('image-analyze', [input, input], options)
    : farebox.run('image-analyze', input, options);

const [unfinished] = name === undefined ? await farebox.pending() : [];
const outcome = unfinished === undefined ? await begun() : await farebox.resume(unfinished, { ceiling });
process.stdout.write('batch' in outcome ? outcome.batch.id : outcome.execution.id);
