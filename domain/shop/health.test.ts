import { expect, test } from 'vitest'
import { describeProblem, type Problem } from './health.ts'

test.each([
  [
    { code: 'disk_low', facts: { server: 'web-1', free_bytes: 2_000_000_000, total_bytes: 40_000_000_000 } },
    'The disk of web-1 is almost full: 2 GB of 40 GB left.',
  ],
  [{ code: 'mails_late', facts: { count: 1200, minutes: 95 } }, '1,200 emails wait, the oldest for 95 minutes.'],
  [{ code: 'mails_failed', facts: { count: 1 } }, '1 email of the last 24 hours could not be delivered.'],
  [{ code: 'jobs_failing', facts: { jobs: ['refresh_search', 'a_newer_job'] } }, 'A background task fails: updating the search, a newer job.'],
  [{ code: 'backup_overdue', facts: { good_at: null } }, 'There is no backup yet.'],
  [{ code: 'backup_overdue', facts: { good_at: '2026-11-20T10:00:00Z' } }, 'The last good backup is older than planned.'],
  [{ code: 'api_keys_expire', facts: { count: 1, at: '2026-12-02T20:00:00Z' } }, 'An API key expires on Dec 3, 2026.'],
  [{ code: 'api_keys_expire', facts: { count: 3, at: '2026-12-02T10:00:00Z' } }, '3 API keys expire, the first on Dec 2, 2026.'],
] satisfies [Problem, string][])('a problem is one sentence: %o', (problem, sentence) => expect(describeProblem(problem)).toBe(sentence))
