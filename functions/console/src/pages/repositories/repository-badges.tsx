/** Whether a repository is indexed, and who may see it. */
import type { SchemaIndexedRepository } from '../../api/schema.ts';

const STATUS: Record<SchemaIndexedRepository['ingestion_status'], { label: string; tone: string }> = {
  pending: { label: 'waiting', tone: 'busy' },
  ingesting: { label: 'being indexed', tone: 'busy' },
  ingested: { label: 'indexed', tone: 'good' },
  failed: { label: 'failed', tone: 'bad' },
};

export function RepositoryBadges({ repository }: { repository: SchemaIndexedRepository }) {
  const { label, tone } = STATUS[repository.ingestion_status];
  return (
    <>
      <span class={`badge badge-${tone}`}>{label}</span>
      <span class="badge">{repository.private ? 'private' : 'public'}</span>
    </>
  );
}
