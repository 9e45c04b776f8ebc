/** /admin/settings/webhooks: events that were sent to another system, or wait. */

export const title = 'Webhooks'
export const intro = 'Events of orders, payments, stock and products, sent to another system. Each is kept until 30 days after the end of its month.'
export const address = 'Sent to'
export const status = 'State'
export const waitingCount = 'Waiting'
export const parkedCount = 'Given up'
export const count = (events: number) => (events >= 10_000 ? 'more than 9,999' : events.toLocaleString('en-IN'))
export const active = 'On'
export const failingSince = (when: string) => `Not accepted since ${when}. Events wait and are sent again for three days.`
export const switchedOff = (when: string) =>
  `Switched off on ${when}, after five days of failures. Changes since then are not sent. Fix the other system, then send an event again or restart the server.`

export const off = 'No webhooks are sent'
export const offText = 'Ask the person who runs your server to set WEBHOOK_URL and WEBHOOK_SECRET and to restart it (docs/webhooks.md).'
export const failed = 'The webhooks did not load.'
export const failedText = 'This is about this page alone, not about the sending.'

export const deliveries = 'Events'
export const all = 'All'
export const states = { queued: 'Waiting', delivered: 'Accepted', parked: 'Given up' } as const
export const event = 'Event'
export const object = 'Order or product'
export const state = 'State'
export const attempts = 'Attempts'
export const answer = 'Last answer'
export const created = 'Time'
export const answerOf = (code: number) => `HTTP ${code}`
export const named = (kind: string, id: number) => `${kind} ${id}`
export const none = 'No events'
export const noneText = 'Events appear here as orders, payments, stock and products change.'

export const again = 'Send again'
export const againAll = 'Send all given up again'
export const willSend = (events: number) => (events === 1 ? 'The event is sent again' : `${events.toLocaleString('en-IN')} events are sent again`)
export const waitsAlready = 'There is nothing to send again: it is waiting already.'
export const notSent = 'The events were not queued. Please try again.'
