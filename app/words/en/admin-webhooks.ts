/** /admin/settings/webhooks: events that were sent to another system, or wait. */

export const title = 'Webhooks'
export const intro = 'Events of orders, payments, stock and products, sent to another system. Each is kept for 30 days.'
export const address = 'Sent to'
export const status = 'State'
export const waitingCount = 'Waiting'
export const parkedCount = 'Given up'
export const count = (events: number) => (events >= 10_000 ? 'more than 9,999' : events.toLocaleString('en-IN'))
export const active = 'Accepted'
export const failingSince = (when: string) => `Not accepted since ${when}. Events wait and are sent again for three days.`
export const switchedOff = (when: string) => `Switched off on ${when}, after five days of failures: no events are written. Sending one again switches them on.`

export const off = 'No webhooks are sent'
export const offText = 'Set WEBHOOK_URL and WEBHOOK_SECRET on the server, and restart it. docs/webhooks.md has the events and how to check their signature.'
export const failed = 'The webhooks did not load.'
export const failedText = 'Events are sent all the same.'

export const deliveries = 'Events'
export const all = 'All'
export const states = { queued: 'Waiting', delivered: 'Accepted', parked: 'Given up' } as const
export const event = 'Event'
export const object = 'Of'
export const state = 'State'
export const attempts = 'Attempts'
export const answer = 'Last answer'
export const created = 'Happened'
export const answerOf = (code: number) => `HTTP ${code}`
export const named = (kind: string, id: number) => `${kind} ${id}`
export const none = 'No events'
export const noneText = 'Events appear here as orders, payments, stock and products change.'

export const again = 'Send again'
export const againAll = 'Send all given up again'
export const willSend = (events: number) => (events === 1 ? 'The event is sent again' : `${events.toLocaleString('en-IN')} events are sent again`)
export const waitsAlready = 'The event waits already, and will be sent.'
export const notSent = 'The events were not queued. Please try again.'
