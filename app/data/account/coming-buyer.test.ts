import { beforeEach, expect, test, vi } from 'vitest'
import { forgetTypedAddress, keepTypedAddress, typedAddress } from './coming-buyer.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('the typed address waits for the account with this email, however it is written', () => {
  keepTypedAddress('Meera@Looks.example ', { pincode: '400050' })
  expect(typedAddress('meera@looks.example')).toEqual({ pincode: '400050' })
  expect(typedAddress('asha@looks.example')).toBeNull()
  forgetTypedAddress()
  expect(typedAddress('meera@looks.example')).toBeNull()
})

test('it is forgotten after a day', () => {
  keepTypedAddress('meera@looks.example', { pincode: '400050' }, 0)
  expect(typedAddress('meera@looks.example', 86_400_000)).toEqual({ pincode: '400050' })
  expect(typedAddress('meera@looks.example', 86_400_001)).toBeNull()
})
