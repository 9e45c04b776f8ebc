import { expect, test, vi } from 'vitest'
import { guarded } from './guard.ts'

test('an error in a guarded listener is logged, not rethrown, and cleaned up', () => {
  const log = vi.fn()
  const cleanUp = vi.fn()
  const broken = guarded(log, 'reading', (text: string) => void JSON.parse(text), cleanUp)
  broken('{}')
  expect(log).not.toHaveBeenCalled()
  broken('{')
  expect(log).toHaveBeenCalledWith({ level: 'error', message: 'reading failed', data: expect.any(SyntaxError) })
  expect(cleanUp).toHaveBeenCalledOnce()
})
