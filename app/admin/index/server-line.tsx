import { Link } from 'react-router'
import { age } from '#domain/time/age.ts'
import * as say from '#words/admin-health.ts'
import type { Dashboard } from '../../data/admin/reports/dashboard.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'

type ServerLineProps = { health: NonNullable<Dashboard['health']>; /** the time of the figures */ now: string }

/** Whether the server works, and when it was backed up last, with a link to what is to be done. */
export function ServerLine({ health: { problems, urgent, backup_at: backup, backups }, now }: ServerLineProps) {
  return (
    <Link to="/admin/settings/health" className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 hover:bg-hover">
      <AdminIcon
        name={problems > 0 ? 'warning' : 'system'}
        className={`flex-none ${urgent > 0 ? 'text-cancelled' : problems > 0 ? 'text-late' : 'text-ink-2'}`}
      />
      <span className="min-w-0">
        {say.onDashboard}: <b className="font-semibold">{problems === 0 ? say.allWell : say.problemCount(problems)}</b>
        <span className="text-ink-2"> · {backup !== null ? say.lastBackup(age(backup, new Date(now))) : backups ? say.noBackup : say.noBackups}</span>
      </span>
    </Link>
  )
}
