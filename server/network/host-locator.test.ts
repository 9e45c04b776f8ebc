import { expect, test } from 'vitest'
import { isInnerAddress, isHostAllowed, hostLocator } from './host-locator.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  'fec0::1',
  '::10.0.0.1',
  'localhost',
])('%s is internal', (address) => expect(isInnerAddress(address)).toBe(true))
test.each(['8.8.8.8', '172.32.0.1', '192.0.2.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('%s is public', (address) =>
  expect(isInnerAddress(address)).toBe(false),
)

test('a connection goes to the checked address, and to none if any address of the name is internal', async () => {
  const names: Record<string, string[]> = { 'smtp.example': ['203.0.113.7', '203.0.113.8'], 'evil.example': ['203.0.113.7', '10.0.0.1'] }
  const locate = hostLocator(false, async (host) => {
    const found = names[host]
    if (!found) throw new Error(`getaddrinfo ENOTFOUND ${host}`)
    return found
  })
  expect(await locate('smtp.example')).toBe('203.0.113.7')
  expect(await locate('evil.example')).toBeNull()
  expect(await locate('127.0.0.1')).toBeNull()
  expect(await isHostAllowed(locate)('evil.example')).toBe(false)
  expect(await isHostAllowed(locate)('not-yet.example'), 'its test mail says so').toBe(true)
  expect(await hostLocator(true)('localhost')).toBe('localhost')
})
