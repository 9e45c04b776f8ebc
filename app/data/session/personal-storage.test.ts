import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPersonalData, onForget, readPersonal, writePersonal } from './personal-storage.ts'

class MemoryStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? ((this as unknown as Record<string, string>)[key] ?? null) : null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

test('everything personal is forgotten, the device’s own flags stay, and every keeper is asked, also after one that fails', async () => {
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
