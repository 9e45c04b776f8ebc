import { describe, expect, test } from 'vitest'
import { followPaymentWindow, hostsOf, readEnabledFrom } from './payment-window.ts'
import { securityHeaders, securityHeadersWith } from './security-headers.ts'

const real = { url: 'https://api.razorpay.com', checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js' }
const policy = (headers: Record<string, string>) =>
  Object.fromEntries((headers['content-security-policy'] ?? '').split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))

describe('a page', () => {
  test('allows no other origin while online payment is disabled', () => {
    expect(policy(securityHeaders)).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'", 'default-src': "'self'" })
    expect(policy(securityHeaders)['frame-src']).toBeUndefined()
    expect(securityHeaders['permissions-policy']).toContain('payment=()')
    expect(securityHeaders['cross-origin-opener-policy']).toBe('same-origin')
  })

  test('allows only the payment window’s script and frame while it is enabled', () => {
    const open = securityHeadersWith(hostsOf(real))
    const before = policy(securityHeaders)
    const { 'script-src': scripts, 'connect-src': connect, 'frame-src': frames, ...rest } = policy(open)
    expect(scripts).toBe("'self' https://checkout.razorpay.com")
    expect(frames).toBe("'self' https://api.razorpay.com https://checkout.razorpay.com https://*.razorpay.com")
    expect(connect).toBe(frames)
    expect(before).toMatchObject(rest)
    expect(open['permissions-policy']).toContain('payment=(self "https://checkout.razorpay.com")')
  })

  test('allows only the origin of a configured fake', () => {
    const fake = { url: 'http://127.0.0.1:4101', checkoutUrl: 'http://127.0.0.1:4101/v1/checkout.js' }
    expect(hostsOf(fake)).toEqual({ scripts: ['http://127.0.0.1:4101'], others: ['http://127.0.0.1:4101'] })
  })
})

test('the window follows the settings and reports when cached pages are outdated', async () => {
  let enabled = false
  const window = followPaymentWindow(real, async () => enabled)
  expect([await window.refresh(), window.hosts()]).toEqual([false, null])
  enabled = true
  expect([await window.refresh(), window.hosts()]).toEqual([true, hostsOf(real)])
  expect(await window.refresh()).toBe(false)
})

test('the settings are read as a visitor', async () => {
  const asked: string[] = []
  const answering = (rows: unknown, status = 200) =>
    (async (input: string, init?: { headers?: Record<string, string> }) => {
      asked.push(`${input} ${init?.headers?.['apikey']}`)
      return Response.json(rows, { status })
    }) as unknown as typeof fetch
  expect(await readEnabledFrom(answering([{ razorpay_enabled: true }]), 'key', 'https://shop.example')()).toBe(true)
  expect(await readEnabledFrom(answering([]), 'key', 'https://shop.example')()).toBe(false)
  await expect(readEnabledFrom(answering({}, 503), 'key', 'https://shop.example')()).rejects.toThrow('503')
  expect(asked[0]).toBe('https://shop.example/rest/v1/settings?select=razorpay_enabled key')
})
