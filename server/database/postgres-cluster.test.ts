import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCluster } from './postgres-cluster.ts'

test('the password is on the disk before the cluster that needs it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-cluster-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const programs = { major: 18, initdb: 'false', postgres: 'false' }
  await expect(openCluster(path.join(folder, 'data', 'postgres'), [], programs)).rejects.toThrow()
  expect(await readFile(path.join(folder, 'data', 'postgres.secret'), 'utf8')).toMatch(/^[\w-]{32}$/)
})
