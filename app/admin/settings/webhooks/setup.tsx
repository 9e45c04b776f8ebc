import { useState } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-webhooks.ts'
import type { WebhookSetup } from '../../../data/admin/settings/webhooks.ts'
import { FactRow } from '../fact-row.tsx'

/** Where events go and whether they are accepted. */
export function Setup({ setup, onSend }: { setup: WebhookSetup; onSend: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const { address, active, failing_since: failing, switched_off_at: off, queued, parked } = setup
  async function send() {
    setBusy(true)
    await onSend()
    setBusy(false)
  }
  return (
    <section aria-label={say.title} className="overflow-hidden rounded-md border border-line">
      <p className="border-b border-line px-4 py-3 text-ink-2 md:px-5">{say.intro}</p>
      <dl className="divide-y divide-line">
        <FactRow label={say.address}>{address}</FactRow>
        <FactRow label={say.status}>
          {active ? (
            failing === null ? (
              say.active
            ) : (
              <b className="font-semibold text-late">{say.failingSince(formatDate(failing))}</b>
            )
          ) : off === null ? null : (
            <b className="font-semibold text-cancelled">{say.switchedOff(formatDate(off))}</b>
          )}
        </FactRow>
        <FactRow label={say.waitingCount}>{say.count(queued)}</FactRow>
        <FactRow label={say.parkedCount}>
          <span className="flex flex-wrap items-center justify-end gap-3">
            {say.count(parked)}
            {parked > 0 ? (
              <button type="button" className="ctl" aria-disabled={busy} onClick={() => (busy ? undefined : void send())}>
                {say.againAll}
              </button>
            ) : null}
          </span>
        </FactRow>
      </dl>
    </section>
  )
}
