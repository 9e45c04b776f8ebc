import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAddresses } from '../account/addresses.ts'
import type { SavedAddress } from '../account/addresses.ts'
import { askDeliveryDays, enteredDeliveryDays, knownDeliveryDays } from './delivery-days.ts'
import { readPersonal } from '../session/personal-storage.ts'
import { queryClient } from '../api/queries.ts'

vi.mock('../account/addresses.ts')

const asked: string[] = []
let works = true
const kept = new Map<string, string>()

beforeEach(() => {
  asked.length = 0
  works = true
  kept.clear()
  queryClient.clear()
  vi.mocked(fetchAddresses).mockReset()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    const pincode = new URLSearchParams(address.split('?')[1]).get('pin') ?? ''
    if (!works) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(
      Response.json(/^\d{6}$/.test(pincode) ? { ok: true, pincode, days: 'Tue 24 – Sat 28 Nov', over: false } : { ok: false, pincode, reason: 'shape' }),
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

const livesAt = (...pincodes: string[]) => vi.mocked(fetchAddresses).mockResolvedValue(pincodes.map((pincode) => ({ pincode }) as SavedAddress))

test('an entered PIN code is remembered, an invalid one is not', async () => {
  await enteredDeliveryDays('110001')
  expect(readPersonal('local', 'pincode')).toBe('110001')
  expect(await enteredDeliveryDays('12')).toEqual({ ok: false, pincode: '12', reason: 'shape' })
  expect(readPersonal('local', 'pincode')).toBe('110001')
})

test('the remembered PIN code comes before the default address', async () => {
  livesAt('560038', '400050')
  expect(await knownDeliveryDays(undefined)).toBeNull()
  expect(await knownDeliveryDays('a')).toMatchObject({ pincode: '560038' })
  await enteredDeliveryDays('110001')
  expect(await knownDeliveryDays('a')).toMatchObject({ pincode: '110001' })
  expect(fetchAddresses).toHaveBeenCalledTimes(1)
})

test('a customer without an address is asked nothing and shown nothing', async () => {
  livesAt()
  expect(await knownDeliveryDays('a')).toBeNull()
  expect(asked).toEqual([])
})

test('without a connection an entered question fails with a message, an automatic one silently', async () => {
  await enteredDeliveryDays('110001')
  works = false
  expect(await enteredDeliveryDays('400050')).toEqual({ ok: false, pincode: '400050', reason: 'failed' })
  expect(await knownDeliveryDays(undefined)).toBeNull()
})

test('an order gives the start date', async () => {
  await askDeliveryDays('110001', { left: '2026-11-20T10:00:00+00:00' })
  expect(asked).toEqual(['/delivery-days?pin=110001&left=2026-11-20T10%3A00%3A00%2B00%3A00'])
})
