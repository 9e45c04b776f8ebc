import type { ReactNode } from 'react'
import { formatBytes } from '#domain/text/bytes.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-health.ts'
import type { ShopHealth } from '../../../data/admin/settings/health.ts'

/** The backups, and the space on the disks. */
export function Facts({ health: { backup, disks } }: { health: ShopHealth }) {
  const { scheduled, every_hours: hours, last_good_at: good, last_good_bytes: bytes, last_failed_at: bad, failing } = backup
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Box title={say.backups}>
        <Row label={say.lastGood}>{good === null ? say.none : formatDate(good)}</Row>
        {bytes === null ? null : <Row label={say.size}>{formatBytes(bytes)}</Row>}
        <Row label={say.often}>{scheduled && hours !== null ? say.every(hours) : say.notScheduled}</Row>
        {failing && bad !== null ? <Row label={say.lastFailed}>{formatDate(bad)}</Row> : null}
      </Box>
      <Box title={say.disks}>
        {disks.length === 0 ? <Row label={say.server}>{say.noDisks}</Row> : null}
        {disks.map(({ server, free_bytes: free, total_bytes: total }) => (
          <Row key={server} label={server}>
            {say.free(formatBytes(free), formatBytes(total))}
          </Row>
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

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 md:px-5">
      <dt className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
