import { describe, expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'
import { DEFAULT_SETTINGS, readSettings } from './settings.ts'

describe('readSettings', () => {
  test('an empty row gives the agreed defaults', () => {
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS)
    expect(DEFAULT_SETTINGS).toMatchObject({
      freeDeliveryFrom: 150_000,
      deliveryCharge: 10_000,
      forcedGstPercent: 18,
      pricesIncludeGst: true,
      showGstBreakdown: false,
      foundedYear: null,
    })
  })

  test('amounts are read from numbers or text, and become paise', () => {
    expect(readSettings({ free_delivery_from: '1999.50', delivery_charge: 0 })).toMatchObject({ freeDeliveryFrom: 199_950, deliveryCharge: 0 })
  })

  test('no forced rate is different from a missing column', () => {
    expect(readSettings({ forced_gst_percent: null }).forcedGstPercent).toBeNull()
    expect(readSettings({ forced_gst_percent: '12.00' }).forcedGstPercent).toBe(12)
  })

  test('blank text counts as missing; the legal name falls back to the store name', () => {
    expect(readSettings({ store_name: 'Kaveri', legal_name: ' ', gstin: '', upi_vpa: ' shop@bank ' })).toMatchObject({
      storeName: 'Kaveri',
      legalName: 'Kaveri',
      gstin: null,
      upiVpa: 'shop@bank',
    })
  })

  test('without a GSTIN no GST is charged in any setting; a row that was read without the column changes nothing', () => {
    const switches = { prices_include_gst: false, forced_gst_percent: 18, show_gst_breakdown: true }
    for (const gstin of [null, '', ' '])
      expect(readSettings({ ...switches, gstin })).toMatchObject({ gstin: null, pricesIncludeGst: true, forcedGstPercent: 0, showGstBreakdown: false })
    expect(readSettings({ forced_gst_percent: null, gstin: null }).forcedGstPercent).toBe(0)
    const charged = { pricesIncludeGst: false, forcedGstPercent: 18, showGstBreakdown: true }
    expect(readSettings({ ...switches, gstin: '27ABCDE1234F1Z0' })).toMatchObject(charged)
    expect(readSettings(switches)).toMatchObject(charged)
  })

  test('each line of the other addresses is one, empty lines are ignored', () => {
    expect(readSettings({ other_addresses: ' 4 Linking Road, Mumbai \n\nMG Road, Pune' }).otherAddresses).toEqual(['4 Linking Road, Mumbai', 'MG Road, Pune'])
  })

  test('an invalid amount throws', () => {
    expect(() => readSettings({ delivery_charge: 'free' })).toThrow(RangeError)
    expect(() => readSettings({ delivery_charge: {} })).toThrow(RangeError)
    expect(() => readSettings({ founded_year: 'long ago' })).toThrow(RangeError)
  })

  test('links that are not text are left out', () => {
    expect(readSettings({ social: { instagram: ' https://instagram.com/x ', facebook: null, x: '' } }).social).toEqual({ instagram: 'https://instagram.com/x' })
  })
})

describe('opening hours', () => {
  test('are the lines of the column, in its order; times lose their leading zero', () => {
    const lines = [
      { days: 'Mon-Thu', opens: '09:30', closes: '20:00' },
      { days: ' Fri ', opens: '14:00', closes: '20:00' },
      { days: 'Sat-Sun', opens: null, closes: null },
    ]
    expect(readSettings({ hours: lines }).hours).toEqual([
      { days: 'Mon-Thu', opens: '9:30', closes: '20:00' },
      { days: 'Fri', opens: '14:00', closes: '20:00' },
      { days: 'Sat-Sun', opens: null, closes: null },
    ])
  })

  test('a line with only one time is closed, one without a day is ignored', () => {
    expect(readOpeningHours([{ days: 'Sat', opens: '10:00' }, { opens: '9:00', closes: '18:00' }, 'Sun'])).toEqual([{ days: 'Sat', opens: null, closes: null }])
  })

  test('text without a day gives no opening hours', () => {
    for (const value of [null, [], 'x', {}, [{ days: ' ' }], { mon: ['9:00', '18:00'] }]) expect(readOpeningHours(value)).toBeNull()
  })
})
