/**
 * What the platform did not take of what a run says of its head, among the deliveries of the repository: the doctor shows it
 * there, with what helps.
 */
import type { ReviewRun } from '../../../documents/reviews.ts';
import type { AppError } from '../../../model/errors.ts';
import type { Ports } from '../../../ports.ts';
import { noteDelivery } from '../../work/delivery-notes.ts';

type Run = Pick<ReviewRun, 'repo_key' | 'owner' | 'repo_name' | 'pr_number'>;

export async function noteRefused(
  ports: Pick<Ports, 'clock' | 'log' | 'store'>,
  { repo_key, owner, repo_name: name, pr_number: number }: Run,
  event: 'check' | 'code scanning',
  { message }: AppError,
): Promise<void> {
  const about = { event, action: null, delivery: null, job_id: null, pr: `${owner}/${name}#${number}` };
  await noteDelivery(ports, repo_key, { ...about, status: 'failed', reason: message });
}
