import { expect, test } from 'vitest'
import { isUnavailable } from '#gateway/core/errors.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { gatewayStorage } from './storage-client.ts'

const answering = (status: number) =>
  gatewayStorage(() => ({ fetch: async () => Response.json({ message: 'x' }, { status }) }) as unknown as Gateway, 'sb_secret_x', 'http://shop.example')

test('a storage that is away is another error than one that refuses: it is worth another try', async () => {
  for (const call of ['put', 'remove', 'signedUrl'] as const) {
    const ask = (status: number): Promise<unknown> => {
      const storage = answering(status)
      const done =
        call === 'put'
          ? storage.put('b', 'k', new Uint8Array(), 'text/plain')
          : call === 'remove'
            ? storage.remove('b', ['k'])
            : storage.signedUrl('b', 'k', 60)
      return done.then(
        () => null,
        (error: unknown) => error,
      )
    }
    expect([isUnavailable(await ask(503)), isUnavailable(await ask(400))], call).toEqual([true, false])
    expect(String(await ask(400))).toContain('Storage request failed with 400')
  }
})
