import type { ReactNode } from 'react'
import { formatBytes } from '#domain/text/bytes.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-health.ts'
import type { ShopHealth } from '../../../data/admin/settings/health.ts'
import { FactRow } from '../fact-row.tsx'

/** The backups, and the space on the disks. */
export function Facts({ health: { backup, disks } }: { health: ShopHealth }) {
  const { scheduled, every_hours: hours, last_good_at: good, last_good_bytes: bytes, last_failed_at: bad, failing } = backup
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Box title={say.backups}>
        <FactRow label={say.lastGood}>{good === null ? say.none : formatDate(good)}</FactRow>
        {bytes === null ? null : <FactRow label={say.size}>{formatBytes(bytes)}</FactRow>}
        <FactRow label={say.often}>{scheduled && hours !== null ? say.every(hours) : say.notScheduled}</FactRow>
        {failing && bad !== null ? <FactRow label={say.lastFailed}>{formatDate(bad)}</FactRow> : null}
      </Box>
      <Box title={say.disks}>
        {disks.length === 0 ? <FactRow label={say.server}>{say.noDisks}</FactRow> : null}
        {disks.map(({ server, free_bytes: free, total_bytes: total }) => (
          <FactRow key={server} label={server}>
            {say.free(formatBytes(free), formatBytes(total))}
          </FactRow>
        ))}
      </Box>
    </div>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-md border border-line">
      <h2 className="border-b border-line px-4 py-3 md:px-5">{title}</h2>
      <dl className="divide-y divide-line">{children}</dl>
    </section>
  )
}
