import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SHOP } from '#domain/documents/testing/frozen-order.ts'
import { CHOICE_FIELDS } from '#domain/orders/testing/chosen.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { newDraft } from './draft.ts'
import { TotalsPart } from './totals-part.tsx'

const settings = Object.fromEntries(Object.entries(SHOP).map(([name, value]) => [name, value ?? 59_00])) as StoreSettings
const nothing = () => undefined

test('a manual order has a field for each choice', () => {
  const state = { quote: undefined, counting: false, failed: false, errors: {}, showAll: false }
  const on = { onDraft: nothing, onDelivery: nothing, onRetry: nothing }
  const markup = renderToStaticMarkup(<TotalsPart draft={newDraft()} settings={settings} {...state} {...on} />)
  for (const name of Object.values(CHOICE_FIELDS)) expect(markup).toContain(`name="${name}"`)
})
