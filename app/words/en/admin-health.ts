/** /admin/settings/health: what is wrong with the shop's server, and what to do. The problems themselves: domain/shop/health.ts. */
import type { ProblemCode } from '#domain/shop/health.ts'

export const title = 'Health'
export const allWell = 'Everything works'
export const allWellText = 'Emails go out, background work succeeds, and there is space on the disk.'
export const problemCount = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)
export const problems = 'Problems'
export const urgent = 'Urgent'
export const failed = 'The health of the shop did not load.'
export const failedText = 'If this lasts, look at the log of the server.'
export const mailed = 'Owners get an email about urgent problems after twenty minutes.'

export const todo: Record<ProblemCode, string> = {
  disk_full: 'Make space now: orders cannot be saved without it. Remove old backups or log files on the server, or enlarge its disk.',
  disk_low: 'Make space soon: remove old backups or log files on the server, or enlarge its disk.',
  mails_late: 'Check the mail server: send a test email. Emails that wait are sent once it answers.',
  mails_failed: 'Open the list to see why. Fix the cause, such as a wrong address, and send them again.',
  jobs_failing: 'It is tried again by itself. If it lasts, the log of the server says why.',
  jobs_stuck: 'Restart the server. If it happens again, report it with the name of the task.',
  backups_off: 'Set BACKUP_TO and BACKUP_PUBLIC_KEY on the server, unless your database and files are backed up elsewhere.',
  backup_failing: 'It is tried again within an hour. The log of the server says why it failed: often the place is full or refuses the server.',
  backup_overdue: 'Check BACKUP_TO in the settings of the server, and its log.',
  backup_incomplete:
    'They were missing or damaged in the file store when the backup was made; the rest of it is complete. If the number is the same after the next one, restore these files from an older backup.',
  documents_damaged: 'Nobody gets these documents until their files are back. Restore them from a backup, as docs/operate.md describes.',
  webhook_off: 'Fix the other system or WEBHOOK_URL, then send an event again or restart the server. Changes since then are not sent.',
  webhook_failing: 'The other system does not accept events. They are kept and sent again for three days.',
  webhooks_parked: 'Fix the other system, then send them again.',
  refunds_late: 'Check the Razorpay account: its balance may be too low.',
  api_keys_expire: 'Create another key, give it to the system that uses this one, and revoke this one. Without it that system stops.',
}
export const goTo: Partial<Record<ProblemCode, string>> = {
  mails_late: 'Email settings',
  mails_failed: 'Emails not sent',
  refunds_late: 'Refunds',
  api_keys_expire: 'API keys',
  webhook_off: 'Webhooks',
  webhook_failing: 'Webhooks',
  webhooks_parked: 'Webhooks',
}

export const backups = 'Backups'
export const lastGood = 'Last good backup'
export const none = 'None yet'
export const size = 'Size'
export const often = 'How often'
export const every = (hours: number) =>
  hours === 24 ? 'Every day' : hours % 24 === 0 ? `Every ${hours / 24} days` : hours === 1 ? 'Every hour' : `Every ${hours} hours`
export const notScheduled = 'Not by the server'
export const lastFailed = 'Last failure'

export const disks = 'Space on disks'
export const server = 'Server'
export const free = (left: string, total: string) => `${left} of ${total} left`
export const noDisks = 'Not measured yet.'

/** On the dashboard. */
export const onDashboard = 'Server'
export const lastBackup = (age: string) => `last good backup: ${age}`
export const noBackup = 'no backup yet'
export const noBackups = 'no backups by the server'
