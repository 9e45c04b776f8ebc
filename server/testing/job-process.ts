/** A process that takes a job, prints its name and never ends it, so that a test can kill it. */
import { openPool } from '#postgres/pool.ts'
import { runJobs } from '../jobs/run-jobs.ts'

const { url, job, hold } = JSON.parse(process.argv[2] ?? '{}') as { url: string; job: string; hold: number }
runJobs({
  pool: openPool(url, { max: 2 }),
  jobs: [
    {
      name: job,
      every: 24 * 3_600_000,
      failure: 'Failed',
      work: () => {
        process.stdout.write(job)
        return new Promise(() => undefined)
      },
    },
  ],
  log: () => undefined,
  pollEvery: 50,
  hold,
})
