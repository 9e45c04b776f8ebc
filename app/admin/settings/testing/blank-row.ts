import type { SettingsRow } from '../../../data/admin/settings/settings.ts'
import { FIELDS } from '../fields.ts'
import type { SettingField } from '../fields.ts'

const BLANK: Record<SettingField['kind'], unknown> = { text: '', area: '', state: '27', number: 1, flag: false, own: [] }

/** A valid value for every setting, made from the list of fields: a new setting needs no line in a test. */
export function blankRow(): SettingsRow {
  const blank = Object.fromEntries(Object.entries<SettingField>(FIELDS).map(([name, { kind }]) => [name, BLANK[kind]]))
  return { ...(blank as SettingsRow), version: 3, store_name: 'Shringar', founded_year: 2010, razorpay_unpaid_minutes: 30, social: {}, dispatch_holidays: [] }
}
