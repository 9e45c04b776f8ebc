import { describeProblem, type Problem } from '#domain/shop/health.ts'
import type { Message, Shop } from './message.ts'

/** To the owners: what is wrong with the deployment (private.raise_alerts). The owner cannot reword it. */
export type AlertMailData = { problems: Problem[] }
export type AlertMailKind = 'shop_alert'

export const alertMessages: Record<AlertMailKind, (data: AlertMailData, shop: Shop) => Message> = {
  shop_alert: ({ problems }, { settings, origin }) => {
    const [first = 'The problem is already solved.', ...others] = problems.map(describeProblem)
    const count = others.length + 1
    return {
      subject: count === 1 ? `${settings.storeName}: ${first}` : `${settings.storeName}: ${count} problems with the shop`,
      preview: first,
      heading: count === 1 ? 'A problem with the shop' : `${count} problems with the shop`,
      paragraphs: [first, ...others],
      button: { label: 'See what to do', url: `${origin}/admin/settings/health` },
      notes: ['All owners get this email when a problem has lasted twenty minutes, and once a day until it is solved.'],
    }
  },
}
