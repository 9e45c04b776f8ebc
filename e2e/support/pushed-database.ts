/** The database of a Supabase project, pushed by the official CLI, as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const SCRIPT = path.resolve(import.meta.dirname, '../../server/testing/supabase/project-process.ts')

export type PushedDatabase = {
  /** Connection string of its owner, who is no superuser. */
  url: string
  /** Connection string for the process that answers in the place of the services. */
  superuserUrl: string
  stop(): Promise<void>
}

export async function startPushedDatabase(): Promise<PushedDatabase> {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited.then(() => ['{}'])])) as [string]
  const { url, superuserUrl } = JSON.parse(line) as Partial<PushedDatabase>
  if (!url || !superuserUrl) throw new Error('the database of the project did not start')
  return {
    url,
    superuserUrl,
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
