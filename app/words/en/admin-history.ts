/** The history of changes. */

export const history = 'History'
export const loading = 'Loading the history…'
export const failed = 'The history did not load.'
export const nothing = 'No change has been recorded yet.'
export const more = 'Show older'
export const theShop = 'The shop'
export const someone = 'Someone'
export const made = 'created this'
export const deleted = 'deleted this'
export const madeThe = (thing: string) => `added ${thing}`
export const deletedThe = (thing: string) => `removed ${thing}`
export const changed = (fields: string) => `changed ${fields}`
export const notRecorded = 'changed (personal, not recorded)'
export const secretNotRecorded = 'changed (secret, not recorded)'
export const issued = 'issued'
export const empty = 'empty'
export const from = 'from'
export const to = 'to'

// the whole log
export const auditLog = 'Audit log'
export const auditText = 'Every change in the back office, newest first. Personal values are not recorded, only which field changed.'
export const when = 'When'
export const who = 'Who'
export const what = 'What'
export const row = 'Row'
export const change = 'Change'
export const area = 'Area'
export const action = 'Action'
export const actions = { insert: 'Added', update: 'Changed', delete: 'Deleted' } as const
export const noneMatch = 'No change matches these filters'
export const tier = (quantity: number, percent: number) => `${quantity}+: ${percent}%`
