/** Pending. */
import { AppError } from '@tollgate/contract';
import type { Dependencies } from '../dependencies.ts';
import type { Handler } from '../endpoint.ts';

export const uploadFile =
  (_needs: Pick<Dependencies, 'artifacts'>): Handler<'uploadFile'> =>
  async () => {
    throw new AppError('internal_error');
  };
