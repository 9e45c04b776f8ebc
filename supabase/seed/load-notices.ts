import { CUSTOMERS } from './customers.ts'
import { hoursBefore } from './load-context.ts'
import type { OwnerQuery } from './load-context.ts'
import { stableId } from './stable-id.ts'

/** Sample rows that exist only in the demo (docs/rules.md#notifications), so that each filter of the notifications screen has results. */
const NOTICES = [
  { type: 'promotion', daysAgo: 4.2, title: 'Wedding season is here', message: 'Laali lipsticks step down to ₹111.75 each from 24 pieces.' },
  { type: 'promotion', daysAgo: 24.5, title: 'New in the shop', message: 'Mitti Attar, the first rain in 10 ml, has come in from Kannauj.' },
  { type: 'system', daysAgo: 12.1, title: 'Counter hours', message: 'We are here Mon-Fri 9:00-18:00 and Sat 10:00-16:00. Sunday is closed.' },
] as const

/** Three notifications for everyone; those older than ten days are read. */
export async function loadNotices(query: OwnerQuery, now: Date): Promise<void> {
  const rows = CUSTOMERS.flatMap(({ email }) =>
    NOTICES.map(({ daysAgo, ...notice }) => ({ ...notice, user_id: stableId('customer', email), created_at: hoursBefore(now, daysAgo * 24).toISOString() })),
  )
  await query(
    `insert into public.notifications (user_id, title, message, type, created_at)
     select * from jsonb_to_recordset($1::jsonb) as n (user_id uuid, title text, message text, type text, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
  await query('update public.notifications set read = true where created_at < $1', [hoursBefore(now, 10 * 24).toISOString()])
}
