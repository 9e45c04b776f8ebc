import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Access } from '../../data/admin/staff/access.ts'
import { AccessContext } from '../access.ts'
import { DeliverySection } from './delivery-section.tsx'
import { draftOf } from './draft.ts'
import { FIELDS } from './fields.ts'
import { ContactSections, DemoSection, GstSection, PaymentSection, ShopSection } from './settings-sections.tsx'
import { blankRow } from './testing/blank-row.ts'

const access: Access = {
  role: 'owner',
  name: null,
  email: 'owner@example.com',
  permissions: ['owner.settings', 'settings.write'],
  second_factor: { enrolled: false, given: false, required: false },
}
const row = { ...blankRow(), hours: [{ days: 'Sun', opens: null, closes: null }] }

test('each setting has a field on the screen', () => {
  const form = { draft: draftOf(row), errors: {}, set: () => undefined }
  const markup = renderToStaticMarkup(
    <AccessContext value={access}>
      <ShopSection form={form} />
      <ContactSections form={form} row={row} />
      <GstSection form={form} />
      <DeliverySection form={form} />
      <PaymentSection form={form} keysSet />
      <DemoSection form={form} />
    </AccessContext>,
  )
  const shown = [...markup.matchAll(/ name="([^".]+)[".]/g)].map(([, name]) => name)
  expect(new Set(shown)).toEqual(new Set(Object.keys(FIELDS)))
})
