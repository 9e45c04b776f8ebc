import { useState } from 'react'
import * as say from '#words/diagnostics.ts'
import { testConnection } from '../data/api/connection-test.ts'
import { sendLog } from '../data/shop/report-log.ts'
import { Button } from '../ui/button.tsx'
import { log } from './log.ts'
import type { LogEntry } from './log.ts'
import { buildVersion } from './visit-state.ts'

type Doing = 'test' | 'copy' | 'send'

/** The actions of the log: test the connection, copy the log, send it to the shop. */
export function Tests({ entries }: { entries: readonly LogEntry[] }) {
  const [busy, setBusy] = useState<Doing | null>(null)
  const [result, setResult] = useState('')

  async function run(doing: Doing, work: () => Promise<string>) {
    if (busy) return
    setBusy(doing)
    setResult('')
    setResult(await work())
    setBusy(null)
  }

  async function test() {
    const result = await testConnection()
    log(result.ok ? 'info' : 'error', 'connection test', result.ok ? say.connectionOk(result.ms) : say.connectionFailed(result.message, result.ms))
    return result.ok ? say.connectionOk(result.ms) : say.connectionFailed(result.message, result.ms)
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(JSON.stringify({ build: buildVersion(), page: location.pathname, agent: navigator.userAgent, entries }, null, 1))
      return say.copied(entries.length)
    } catch {
      return say.copyRefused
    }
  }

  async function send() {
    const result = await sendLog(entries, location.pathname, buildVersion())
    return result.ok ? say.sent(result.number) : result.code === 'TOO_MANY' ? say.sentTooMany : say.sendFailed
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="card" busy={busy === 'test'} onClick={() => void run('test', test)}>
          {say.testConnection}
        </Button>
        <Button size="card" busy={busy === 'copy'} disabled={entries.length === 0} onClick={() => void run('copy', copy)}>
          {say.copyAll}
        </Button>
        <Button size="card" busy={busy === 'send'} disabled={entries.length === 0} onClick={() => void run('send', send)}>
          {say.send}
        </Button>
      </div>
      <p role="status" className="text-sm break-words">
        {result}
      </p>
    </div>
  )
}
