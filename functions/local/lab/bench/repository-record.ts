/** The document of an indexed repository, for measurements that need nothing but that it is there and who may read it. */
import type { RepositoryRecord } from '../../../src/model/repositories.ts';

interface Recorded {
  owner: string;
  name: string;
  private: boolean;
  language: string;
  description: string;
}

/** As the end of an ingestion leaves it. */
export function recordOf({ owner, name, private: isPrivate, language, description }: Recorded): RepositoryRecord {
  return {
    owner,
    repo_name: name,
    full_name: `${owner}/${name}`,
    description,
    language,
    languages: [],
    stars: 0,
    forks: 0,
    private: isPrivate,
    default_branch: 'main',
    branch: 'main',
    commit_sha: null,
    ingestion_status: 'ingested',
    ingested_at: new Date().toISOString(),
    files: 1,
    functions: 1,
    classes: 1,
    total_lines: 10,
    platform_id: 1,
    indexed_by: 'bench',
    active_job_id: null,
  };
}
