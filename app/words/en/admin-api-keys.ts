/** /admin/settings/api-keys: keys with which other systems act as a member of staff. */

export const title = 'API keys'
export const intro =
  'With a key, another system such as an ERP, a warehouse program or Tally may do what staff with its role may do. What it changes is in the audit log under its name.'
export { ROLE_NAMES as roles } from '#domain/shop/staff.ts'
export { roleTexts } from './admin-people.ts'

export const name = 'Name'
export const role = 'Role'
export const state = 'State'
export const lastUsed = 'Last used'
export const never = 'Never'
export const expires = 'Expires'
export const created = 'Created'
export const by = (who: string) => `by ${who}`
export const deletedAccount = 'a deleted account'
export const makerLeft = 'no longer an owner'
export const ends = (hint: string) => `ends in ${hint}`
export const idOf = (id: string) => `ID ${id.slice(0, 8)}`
export const states = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const
export const row = (key: string) => `API key ${key}`

export const none = 'No API keys'
export const noneText = 'Create one for each system that is connected, so that each can be revoked by itself.'
export const unavailable = 'API keys do not work on this server'
export const unavailableText =
  'The shop runs on a Supabase project and does not know the secret with which the project signs tokens. Ask the person who runs your server to read docs/api-keys.md.'

// a new key
export const add = 'New key'
export const nameHint = 'The system that will use it, such as “Warehouse”. It is shown in the audit log.'
export const enterName = 'Enter a name'
export const expiry = 'Expires'
export const lives: Record<string, string> = { 30: 'After 30 days', 90: 'After 90 days', 365: 'After a year', never: 'Never' }
export const password = 'Your own password'
export const passwordHint = 'So that nobody else can create a key while you are signed in.'
export const enterPassword = 'Enter your password'
export const create = 'Create key'
export const creating = 'Creating…'
export const cancel = 'Cancel'

// the secret
export const createdTitle = (key: string) => `The key “${key}”`
export const secret = 'API key'
export const onlyNow = 'Copy the key now: it is shown only once.'
export const keepSecret = (role: string) =>
  `Anyone who has it may do everything that the role ${role} may do. Store it where the other system keeps its passwords, never in a page, an app or a chat.`
export const copy = 'Copy'
export const copied = 'Copied'
export const copyRefused = 'The browser did not allow copying: select the key and copy it.'
export const done = 'I have stored the key'

// revoking
export const revoke = 'Revoke'
export const revokeOf = (key: string) => `Revoke ${key}`
export const revokeTitle = (key: string) => `Revoke the key “${key}”?`
export const revokeText = 'The system that uses it loses access at once. This cannot be undone; you can create a new key.'
export const revoked = (key: string) => `The key “${key}” is revoked`
export const notRevoked = 'The key was not revoked. Please try again.'

export const refusals = {
  WRONG_PASSWORD: 'Wrong password.',
  TOO_MANY: 'Too many attempts. Please wait a few minutes.',
  FORBIDDEN: 'Only an owner can create keys.',
  SECOND_FACTOR: 'Sign out and sign in again with your second factor first.',
  ROLE: 'A key may not have more rights than you have.',
  NAME_TAKEN: 'Another key has this name.',
  TOO_MANY_KEYS: 'There are 50 keys. Revoke one that is not used any more.',
  UNAVAILABLE: 'API keys do not work on this server.',
  FAILED: 'No key was created. Please try again.',
} as const
