/** Second part of `npm run documents`: every mail on a phone (360 px) and in a window (640 px), side by side. */
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { OrderMailData } from '#documents/mails/order.ts'
import { renderMail } from '#documents/mails/render-mail.ts'
import { SAMPLE_ORDER, SAMPLE_REMINDER } from '#documents/mails/sample.ts'
import type { Mail, Shop } from '#documents/mails/message.ts'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import { root } from './parts.ts'
import { findChromium } from './tools.ts'

const shop: Shop = { settings: SHOP, origin: 'https://shringar.example' }
const link = `${shop.origin}/auth/v1/verify?token=pkce_0f4c1d9a7be2438fa1c05d6e7f8091a2b3c4d5e6&type=signup&redirect_to=${encodeURIComponent(`${shop.origin}/login`)}`
const placed: OrderMailData = {
  ...SAMPLE_ORDER,
  order_id: '7f3c9a2e-1111-4222-8333-444455556666',
  full_name: 'मीरा नायर',
  status: 'pending',
  total_amount: '1921.42',
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 100, amount: 0, taxable: 0, gst: 0, rate: null }],
  payment_method: 'upi',
  payment_state: 'awaiting_payment',
  gst: '1',
  deliver_to: 'मीरा नायर, 48, 12th Main, Indiranagar, Bengaluru, Karnataka 560038',
  items: [
    { product_name: 'Laali Matte Lipstick, Gulmohar', quantity: 6, total: '786.72' },
    { product_name: 'नूर उबटन ग्लो मास्क', quantity: 2, total: '374.70' },
    { product_name: 'Crème de Rosé Face Powder with a name that needs a second line on a phone', quantity: 120, total: '760.00' },
  ],
}
const step = (status: string, more: Partial<OrderMailData> = {}): OrderMailData => ({ ...placed, status, payment_state: 'paid', ...more })
const notes = [{ form: 'credit_note', serial: 'CN/26-27/000007' }]

const mails: Record<string, Mail> = {
  confirm: renderMail('signup', { link }, shop),
  reset: renderMail('recovery', { link }, shop),
  'email-change-present': renderMail('email_change_current', { link }, shop),
  code: renderMail('reauthentication', { link, code: '482715' }, shop),
  'password-changed': renderMail('password_changed', { link }, shop),
  'order-placed': renderMail('order_placed', placed, shop),
  'order-accepted': renderMail(
    'order_status',
    step('processing', { documents: [{ form: 'tax_invoice', serial: 'INV/26-27/000123' }], documentsAre: 'attached' }),
    shop,
  ),
  'order-shipped': renderMail('order_status', step('shipped', { courier: 'Delhivery', tracking_number: '14839920117' }), shop),
  'order-delivered': renderMail('order_status', step('delivered'), shop),
  'order-cancelled': renderMail(
    'order_status',
    step('cancelled', { payment_state: 'refund_due', cancel_reason: 'Refused at the door: two boxes arrived wet', documents: notes, documentsAre: 'attached' }),
    shop,
  ),
  'order-refunded': renderMail('order_refunded', step('cancelled', { payment_state: 'refunded', documents: notes, documentsAre: 'attached' }), shop),
  'order-reminder': renderMail('order_reminder', { ...SAMPLE_REMINDER, full_name: placed.full_name }, shop),
  'order-reminder-telephone': renderMail('order_reminder', { ...SAMPLE_REMINDER, account: false }, shop),
  'back-in-stock': renderMail(
    'back_in_stock',
    { product_id: placed.order_id, name: 'Crème de Rosé Face Powder with a name that needs a second line on a phone', asked_at: '2026-11-22T10:00:00Z' },
    shop,
  ),
  'shop-alert': renderMail(
    'shop_alert',
    {
      problems: [
        { code: 'disk_low', facts: { server: 'web-1', free_bytes: 1_900_000_000, total_bytes: 40_000_000_000 } },
        { code: 'backup_failing', facts: { at: '2026-11-26T02:00:00Z', good_at: '2026-11-24T02:00:00Z' } },
        { code: 'mails_late', facts: { count: 37, minutes: 48 } },
      ],
    },
    shop,
  ),
  'low-stock': renderMail('low_stock', { product_id: placed.order_id, name: 'नूर उबटन ग्लो मास्क', sku: 'NOOR-1', stock: 9 }, shop),
}

const browser = await chromium.launch({ executablePath: findChromium() })
try {
  for (const [name, mail] of Object.entries(mails)) {
    const shots = await Promise.all(
      [360, 640].map(async (width) => {
        const page = await browser.newPage({ viewport: { width, height: 400 } })
        await page.setContent(mail.html)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) throw new Error(`${name} is ${wide} px wide on a screen of ${width} px`)
        const picture = sharp(await page.screenshot({ fullPage: true }))
        await page.close()
        return { picture: await picture.png().toBuffer(), width, height: (await picture.metadata()).height }
      }),
    )
    const file = path.join(root, 'docs/documents', `mail-${name}.webp`)
    const height = Math.max(...shots.map((shot) => shot.height))
    const [phone, wide] = shots
    if (!phone || !wide) continue
    await sharp({ create: { width: 360 + 24 + 640, height, channels: 3, background: '#d9d2cc' } })
      .composite([
        { input: phone.picture, left: 0, top: 0 },
        { input: wide.picture, left: 384, top: 0 },
      ])
      .webp({ quality: 70 })
      .toFile(file)
    console.log(path.relative(root, file))
  }
} finally {
  await browser.close()
}
