import { checkGstin } from '#domain/addresses/gstin.ts'
import { pincodeSentence } from '#domain/addresses/shipping.ts'
import { gstinMismatch } from '#domain/addresses/state-agreement.ts'
import { stateByCode } from '#domain/addresses/states.ts'
import * as say from '#words/admin-settings.ts'
import type { SettingsColumns, SettingsRow } from '../../data/admin/settings/settings.ts'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { checkDelivery, holidaysOf, holidaysText } from './delivery-draft.ts'
import { FIELDS } from './fields.ts'
import type { SettingField, SettingName } from './fields.ts'

/** All values of the form: texts as typed, switches as set. The names are those of the columns, `hours.0.opens`, `social.instagram`. */
export type Draft = { [name: string]: string | boolean }

/** The networks that the home page shows. */
export const NETWORKS = ['instagram', 'youtube', 'facebook', 'whatsapp'] as const

export function draftOf(row: SettingsRow): Draft {
  const draft: Draft = {}
  for (const [name, value] of Object.entries(row)) {
    if (!(name in FIELDS) || name === 'hours' || name === 'social' || name === 'dispatch_holidays') continue
    draft[name] = typeof value === 'boolean' ? value : value === null ? '' : String(value)
  }
  row.hours.forEach(({ opens, closes }, at) => {
    draft[`hours.${at}.opens`] = opens ?? ''
    draft[`hours.${at}.closes`] = closes ?? ''
  })
  for (const network of NETWORKS) draft[`social.${network}`] = row.social[network] ?? ''
  draft['dispatch_holidays'] = holidaysText(row.dispatch_holidays)
  return draft
}

/** The columns that differ from the row, in the format of the API. Values that the form does not show (another social network) are kept. */
export function changesOf(draft: Draft, row: SettingsRow): Partial<SettingsColumns> {
  const before = draftOf(row)
  const changed = (prefix: string) => Object.keys(draft).some((name) => name.startsWith(prefix) && draft[name] !== before[name])
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(draft)) {
    if (name.includes('.') || value === before[name]) continue
    changes[name] = typeof value === 'boolean' ? value : wired(name, value.trim())
  }
  if (changed('hours.')) {
    const time = (name: string) => String(draft[name] ?? '').trim() || null
    changes.hours = row.hours.map(({ days }, at) => ({ days, opens: time(`hours.${at}.opens`), closes: time(`hours.${at}.closes`) }))
  }
  if (changed('social.')) {
    const links = NETWORKS.map((network) => [network, String(draft[`social.${network}`] ?? '').trim()] as const)
    const others = Object.entries(row.social).filter(([network]) => !(NETWORKS as readonly string[]).includes(network))
    changes.social = Object.fromEntries([...others, ...links.filter(([, link]) => link !== '')])
  }
  return changes
}

function wired(name: string, text: string): unknown {
  if (name === 'dispatch_holidays') return holidaysOf(text)
  const field: SettingField = FIELDS[name as SettingName]
  if (field.kind === 'number') return text === '' ? null : Number(text)
  return text === '' && field.kind === 'text' && field.nullWhenEmpty ? null : text
}

/** The errors by field in the order of the form; the database validates again. */
export function checkDraft(draft: Draft): FieldErrors {
  const errors: FieldErrors = {}
  const text = (name: string) => String(draft[name] ?? '').trim()
  for (const [name, field] of Object.entries<SettingField>(FIELDS)) {
    const message = 'check' in field ? field.check?.(text(name)) : null
    if (message) errors[name] = message
  }
  const state = stateByCode(text('state_code'))
  const contradiction = state === null || errors.pincode ? null : pincodeSentence(text('pincode'), state)
  if (contradiction !== null) errors.pincode = contradiction
  const gstin = text('gstin')
  if (gstin !== '') {
    const checked = checkGstin(gstin)
    if (!checked.ok) errors.gstin = say.wrong.gstin
    else if (state === null || gstinMismatch(checked, state) !== null) errors.gstin = say.wrong.gstinState
  }
  for (const name of Object.keys(draft).filter((key) => /^hours\.\d+\.opens$/.test(key))) {
    const [opens, closes] = [text(name), text(name.replace('opens', 'closes'))]
    const time = (value: string) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(value)
    if (!(opens === '' && closes === '') && !(time(opens) && time(closes))) errors[name] = say.wrong.time
  }
  for (const network of NETWORKS) if (!/^(https:\/\/\S+)?$/.test(text(`social.${network}`))) errors[`social.${network}`] = say.wrong.link
  Object.assign(errors, checkDelivery(text))
  const place = (name: string) => ORDER.indexOf(name.split('.')[0] ?? '')
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => place(a) - place(b)))
}

const ORDER = Object.keys(FIELDS)
