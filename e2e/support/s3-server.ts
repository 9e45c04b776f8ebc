/** An S3 store for a shop of one test: a server from npm in a process of its own. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './shop-process.ts'

const program = path.join(path.dirname(createRequire(import.meta.url).resolve('@20minutes/s3rver/package.json')), 'lib/cli.js')
const START = `require(${JSON.stringify(program)}).parseAsync(process.argv.slice(1), { from: 'user' })`

/** Settings of a shop whose files lie in this store, and a function that ends it. */
export async function openS3(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shringar-s3-'))
  const port = String(await freePort())
  const child = spawn(
    process.execPath,
    ['-e', START, '--', '-d', directory, '-a', '127.0.0.1', '-p', port, '-s', '--allow-mismatched-signatures', '--configure-bucket', 'shop-files'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const endpoint = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    )
  for (let waited = 0; !(await answers()); waited += 50) {
    if (child.exitCode !== null || waited > 30_000) throw new Error('the S3 server did not start')
    await sleep(50)
  }
  return {
    env: { STORAGE_URL: 's3://shop-files/shringar', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
