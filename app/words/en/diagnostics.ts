/** Texts of the diagnostics: toasts of errors (docs/rules.md#fixed-texts) and the panel behind '?debug'. */

// unhandled errors
export const unhandledError = (message: string) => `Unhandled error: ${message}`
/** `message`: its first 50 characters. */
export const promiseError = (message: string) => `Promise error: ${message}`

// panel
export const diagnostics = 'Diagnostics'
export const counts = (entries: number, errors: number) =>
  `${entries} ${entries === 1 ? 'entry' : 'entries'}${errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'}`}`
export const turnOff = 'Turn off'
export const level = 'Level'
export const levels = { debug: 'Debug', info: 'Info', warn: 'Warning', error: 'Error' }
export const filter = 'Filter'
export const clear = 'Clear'

// entry-list
export const entries = 'Log entries'
export const noEntries = 'Nothing has been logged yet.'
export const noMatches = 'No entry matches.'
export const more = (count: number) => `Show ${count} more`

// visit-state
export const session = 'Session'
export const network = 'Network'
export const serviceWorker = 'Service worker'
export const build = 'Build'
export const unknown = 'unknown'
export const sessionLoading = 'loading'
export const signedOut = 'signed out'
/** `address`: masked. */
export const signedInAs = (address: string) => `signed in as ${address}`
export const profileThere = 'profile loaded'
export const profileMissing = 'no profile'
export const profileOnItsWay = 'profile loading'
export const tokenFor = (minutes: number) => `valid for ${minutes} min`
export const tokenOver = 'expired'
export const online = 'online'
export const offline = 'offline'
export const savesData = 'saves data'
export const workerRefused = 'not supported by this browser'
export const workerNone = 'none'
export const workerIs = (state: string) => state
export const workerWaits = 'update waiting'
export const workerInstalls = 'update installing'
export const workerControls = 'serves this page'
export const workerAside = 'does not serve this page'

// tests
export const testConnection = 'Test connection'
export const connectionOk = (ms: number) => `The shop responds: ${ms} ms`
export const connectionFailed = (message: string, ms: number) => `The shop does not respond (${message}, ${ms} ms)`
export const copyAll = 'Copy all'
export const copied = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'} copied`
export const copyRefused = 'The browser did not allow copying.'
export const send = 'Send to the shop'
export const sent = (number: string) => `Sent. Quote this number: ${number}`
export const sentTooMany = 'Enough logs have been sent for now. Please try again in an hour.'
export const sendFailed = 'The log could not be sent. Copy it, or try again in a moment.'
