/**
 * A client that kills itself at its n-th contact with the outside (a write to its store, a request, a response). Arguments: the
 * store's folder, n (0: it survives), `run` or `batch`, and the name of the request. Without a name it resumes what its store
 * has, or begins a request without a name. Prints the id of the execution or the batch.
 */
import { type RequestStore, createFarebox, usd } from '@farebox/sdk';
import { fileStore } from '@farebox/sdk/node';

const [folder = '', at = '0', what = '', name] = process.argv.slice(2);
let contacts = 0;
const die = (): void => void (++contacts === Number(at) && process.kill(process.pid, 'SIGKILL'));

/** Counts a contact before and after `act`. */
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
