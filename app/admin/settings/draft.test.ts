import { expect, test } from 'vitest'
import type { SettingsRow } from '../../data/admin/settings/settings.ts'
import { changesOf, checkDraft, draftOf } from './draft.ts'
import { FIELDS } from './fields.ts'
import { blankRow } from './testing/blank-row.ts'

const row: SettingsRow = {
  ...blankRow(),
  legal_name: 'Shringar Traders',
  address: '1 Hill Road',
  city: 'Mumbai',
  pincode: '400050',
  gstin: null,
  email: 'care@shringar.example',
  phone: '02226400000',
  whatsapp: null,
  hours: [
    { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
    { days: 'Sun', opens: null, closes: null },
  ],
  social: { instagram: 'https://instagram.example/shringar', pinterest: 'https://pinterest.example/shringar' },
  forced_gst_percent: 18,
  free_delivery_from: 1500,
  delivery_charge: 100,
  transit_home_max: 3,
  transit_other_min: 3,
  transit_other_max: 6,
  transit_remote_min: 5,
  transit_remote_max: 10,
  dispatch_holidays: ['2026-11-08'],
  upi_vpa: null,
  demo_mode: true,
}
const draft = draftOf(row)

test('an untouched form has no error and changes nothing', () => {
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

test('a maximum below the minimum, an invalid date and too many dates show an error at their field', () => {
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
  const numbers = Object.entries(FIELDS).filter(([, { kind }]) => kind === 'number')
  for (const [name] of numbers) expect(checkDraft({ ...draft, [name]: 'many' }), name).toHaveProperty(name)
})
