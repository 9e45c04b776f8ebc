import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SettingsRow } from '../../data/admin/settings.ts'
import { changesOf, checkDraft, draftOf, NUMBERS } from './draft.ts'

const row: SettingsRow = {
  version: 3,
  store_name: 'Shringar',
  legal_name: 'Shringar Traders',
  address: '1 Hill Road',
  city: 'Mumbai',
  state_code: '27',
  pincode: '400050',
  other_addresses: '',
  gstin: null,
  email: 'care@shringar.example',
  phone: '02226400000',
  whatsapp: null,
  founded_year: 2010,
  hours: [
    { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
    { days: 'Sun', opens: null, closes: null },
  ],
  social: { instagram: 'https://instagram.example/shringar', pinterest: 'https://pinterest.example/shringar' },
  grievance_name: '',
  grievance_email: '',
  grievance_phone: '',
  prices_include_gst: true,
  forced_gst_percent: 18,
  show_gst_breakdown: false,
  turnover_above_5_crore: false,
  free_delivery_from: 1500,
  delivery_charge: 100,
  dispatch_days: 1,
  transit_home_min: 1,
  transit_home_max: 3,
  transit_other_min: 3,
  transit_other_max: 6,
  transit_remote_min: 5,
  transit_remote_max: 10,
  dispatch_holidays: ['2026-11-08'],
  cod_enabled: true,
  upi_vpa: null,
  upi_unpaid_hours: 48,
  razorpay_enabled: false,
  razorpay_unpaid_minutes: 30,
  demo_mode: true,
}
const draft = draftOf(row)

test('a form that nobody touched has no error and changes nothing', () => {
  expect(checkDraft(draft)).toEqual({})
  expect(changesOf(draft, row)).toEqual({})
})

test('a PIN code or a GSTIN of another State than the shop is refused', () => {
  expect(checkDraft({ ...draft, pincode: '560001' })).toEqual({
    pincode: 'PIN code 560001 belongs to Karnataka. Please correct the PIN code or the State.',
  })
  expect(checkDraft({ ...draft, state_code: '29', gstin: '27ABCDE1234F1Z0' })).toMatchObject({ pincode: expect.stringContaining('Maharashtra') as string })
  expect(checkDraft({ ...draft, gstin: '29ABCDE1234F1ZW' })).toEqual({ gstin: 'The GSTIN belongs to another State' })
  expect(checkDraft({ ...draft, pincode: '', gstin: '27ABCDE1234F1Z0' })).toEqual({})
})

test('only what differs is written, as the API expects it', () => {
  const typed = { ...draft, store_name: ' Shringar & Co ', forced_gst_percent: '', free_delivery_from: '999.50', upi_vpa: 'shop@bank', demo_mode: false }
  expect(changesOf(typed, row)).toEqual({
    store_name: 'Shringar & Co',
    forced_gst_percent: null,
    free_delivery_from: 999.5,
    upi_vpa: 'shop@bank',
    demo_mode: false,
  })
  expect(changesOf({ ...draft, upi_vpa: ' ' }, { ...row, upi_vpa: 'shop@bank' })).toEqual({ upi_vpa: null })
})

test('days of delivery are numbers, and holidays dates in order, each once', () => {
  expect(draft.dispatch_holidays).toBe('08/11/2026')
  const typed = { ...draft, dispatch_days: '2', transit_other_max: ' 7 ', dispatch_holidays: '26/1/2027\n\n 8-11-2026\n2027-01-26 ' }
  expect(checkDraft(typed)).toEqual({})
  expect(changesOf(typed, row)).toEqual({ dispatch_days: 2, transit_other_max: 7, dispatch_holidays: ['2026-11-08', '2027-01-26'] })
  expect(changesOf({ ...draft, dispatch_holidays: '' }, row)).toEqual({ dispatch_holidays: [] })
})

test('a longest way shorter than the shortest, a line that is no date and too many dates are named at their field', () => {
  expect(checkDraft({ ...draft, transit_home_min: '5' })).toEqual({ transit_home_max: 'Cannot be less than “At least”' })
  expect(checkDraft({ ...draft, dispatch_holidays: '08/11/2026\nDiwali' })).toEqual({ dispatch_holidays: '“Diwali” is not a date such as 08/11/2026' })
  const days = Array.from({ length: 61 }, (_, place) => `2027-${String(1 + Math.floor(place / 28)).padStart(2, '0')}-${(place % 28) + 1}`).join('\n')
  expect(checkDraft({ ...draft, dispatch_holidays: days })).toEqual({ dispatch_holidays: 'Use at most 60 dates' })
})

test('a WhatsApp number is an Indian mobile number, as people write it, or none', () => {
  for (const whatsapp of ['', '+91 90000 00100', '09000000100']) expect(checkDraft({ ...draft, whatsapp }), whatsapp).toEqual({})
  expect(changesOf({ ...draft, whatsapp: ' ' }, { ...row, whatsapp: '9000000100' })).toEqual({ whatsapp: null })
})

test('hours and links are written whole, and what the form does not show stays', () => {
  expect(changesOf({ ...draft, 'hours.1.opens': '10:00', 'hours.1.closes': '14:00' }, row)).toEqual({
    hours: [
      { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
      { days: 'Sun', opens: '10:00', closes: '14:00' },
    ],
  })
  expect(changesOf({ ...draft, 'social.instagram': '', 'social.youtube': 'https://youtube.example/s' }, row)).toEqual({
    social: { pinterest: 'https://pinterest.example/shringar', youtube: 'https://youtube.example/s' },
  })
})

test.each([
  ['store_name', ' '],
  ['pincode', '012345'],
  ['gstin', '22AAAAA0000A1Z5'],
  ['gstin', '29ABCDE1234F1ZW'],
  ['email', 'care'],
  ['founded_year', '1799'],
  ['hours.0.opens', ''],
  ['hours.0.opens', '25:00'],
  ['social.facebook', 'javascript:alert(1)'],
  ['grievance_email', 'a@b'],
  ['forced_gst_percent', '101'],
  ['free_delivery_from', '1,500'],
  ['delivery_charge', '-1'],
  ['whatsapp', '022 2640 0000'],
  ['whatsapp', '+1 212 555 0100'],
  ['dispatch_days', ''],
  ['dispatch_days', '61'],
  ['transit_home_min', '1.5'],
  ['transit_remote_max', '-1'],
  ['dispatch_holidays', '31/11/2026'],
  ['upi_vpa', 'shop'],
  ['upi_unpaid_hours', '0'],
  ['razorpay_unpaid_minutes', '4.5'],
])('%s may not be %j', (name, value) => {
  expect(Object.keys(checkDraft({ ...draft, [name]: value }))).toEqual([name])
})

test('each number is checked before it is sent', () => {
  for (const name of Object.keys(NUMBERS)) expect(checkDraft({ ...draft, [name]: 'many' }), name).toHaveProperty(name)
})

test('each setting has a field on the screen', () => {
  const folder = new URL('.', import.meta.url)
  const screens = readdirSync(folder).filter((file) => file.endsWith('.tsx'))
  const source = screens.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n')
  // these names are generated in loops: transit_home_min, hours.0.opens, social.instagram
  const made = /^(transit_(home|other|remote)_(min|max)|hours|social)$/
  const missing = Object.keys(row).filter((name) => name !== 'version' && !made.test(name) && !source.includes(`name="${name}"`))
  expect(missing).toEqual([])
})
