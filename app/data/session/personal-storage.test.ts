import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPersonalData, onForget, readPersonal, writePersonal } from './personal-storage.ts'
import { MemoryStorage } from './testing/memory-storage.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

test('all personal data is removed, the flags of the device stay, and every callback runs, also after one that fails', async () => {
  writePersonal('local', 'viewed', ['p1'])
  writePersonal('session', 'draft', { city: 'Mumbai' })
  localStorage.setItem('shringar-device-install', '1')
  const asked: string[] = []
  const stop = [
    onForget(() => {
      throw new Error('a cache that is locked')
    }),
    onForget(() => Promise.reject(new Error('another'))),
    onForget(() => asked.push('worker')),
  ]
  await forgetPersonalData()
  expect([readPersonal('local', 'viewed'), readPersonal('session', 'draft')]).toEqual([null, null])
  expect(localStorage.getItem('shringar-device-install')).toBe('1')
  expect(asked).toEqual(['worker'])
  for (const one of stop) one()
  await forgetPersonalData()
  expect(asked).toEqual(['worker'])
})
