import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { renderMail } from './render-mail.ts'
import { SAMPLE_REMINDER } from './sample.ts'

const shop = { settings: { ...DEFAULT_SETTINGS, upiVpa: 'shringar@okbank' }, origin: 'https://shop.example' }

test('a buyer with an account is led to the page of the order, with amount, number and the last moment', () => {
  const { subject, text, html } = renderMail('order_reminder', SAMPLE_REMINDER, shop)
  expect(subject).toBe('Payment of order #7f3c9a2e')
  for (const part of ['₹1,245.00', '482-715', 'shringar@okbank', 'https://shop.example/order-confirmation/7f3c9a2e', 'Nov 26, 2026'])
    expect(text).toContain(part)
  expect(html).not.toContain('upi://')
})

test('a buyer without one gets the UPI address and the link as text', () => {
  const { text, html } = renderMail('order_reminder', { ...SAMPLE_REMINDER, account: false, to_pay: { amount: 500, until: null, reference: '7f3cd1' } }, shop)
  expect(text).toContain('Please pay ₹500.00 by UPI to shringar@okbank and quote order 482-715.')
  expect(text).toContain('upi://pay?pa=shringar@okbank')
  expect(text).toContain('am=500.00')
  expect(text).toContain('tr=7f3cd1')
  expect(html).not.toMatch(/href="(?!https?:)/)
})

test('of a bank transfer, and of a shop that takes no UPI any more, it asks for the transfer', () => {
  for (const [data, settings] of [
    [{ ...SAMPLE_REMINDER, payment_method: 'bank' }, shop.settings],
    [SAMPLE_REMINDER, { ...shop.settings, upiVpa: null }],
  ] as const) {
    const { text } = renderMail('order_reminder', data, { ...shop, settings })
    expect(text).toContain('Please quote order 482-715 with your transfer.')
    expect(text).not.toContain('UPI')
  }
})
