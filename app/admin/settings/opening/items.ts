import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-opening.ts'
import type { OpeningItem } from '../../../data/admin/settings/opening.ts'

/** The screen on which each item is done. */
export const ITEM_PATHS: Record<OpeningItem['key'], string> = {
  company: '/admin/settings',
  gstin: '/admin/settings',
  logo: '/admin/settings/brand',
  products: '/admin/products',
  delivery: '/admin/settings#delivery',
  payment: '/admin/settings#payment',
  mail: '/admin/settings/mail',
  officer: '/admin/settings',
  pages: '/admin/settings/pages',
  staff: '/admin/settings/people',
  order: '/products',
}

/** Says in a sentence how it is, or what is missing. */
export function itemText(item: OpeningItem): string {
  switch (item.key) {
    case 'company':
      return item.state === 'done' ? say.companyDone : say.companyMissing(item.facts.missing.map((name) => say.companyFacts[name]).join(', '))
    case 'gstin':
      return item.facts.gstin ?? say.noGstin
    case 'products':
      return item.state === 'done' ? say.productsDone(item.facts.count) : say.productsMissing
    case 'delivery':
      return say.delivery(formatRupees(toPaise(item.facts.charge)), formatRupees(toPaise(item.facts.free_from)), item.state === 'check')
    case 'payment':
      return item.state === 'done' ? item.facts.methods.map((method) => say.methods[method]).join(', ') : say.paymentMissing
    case 'pages':
      return item.state === 'done' ? say.pagesDone(item.facts.count) : say.pagesCheck
    case 'staff':
      return item.state === 'done' ? say.staffDone(item.facts.count) : say.staffCheck
    case 'logo':
      return item.state === 'done' ? say.logoDone : say.logoCheck
    case 'mail':
      return item.state === 'done' ? say.mailDone : say.mailMissing
    case 'officer':
      return item.state === 'done' ? say.officerDone : say.officerMissing
    case 'order':
      return item.state === 'done' ? say.orderDone : say.orderMissing
  }
}

/** What is missing, by its weight: without the first the shop does not open. */
export function missingOf(items: readonly OpeningItem[]): { open: OpeningItem[]; law: OpeningItem[]; advised: OpeningItem[] } {
  const missing = items.filter(({ state }) => state === 'missing')
  return {
    open: missing.filter(({ needed }) => needed === 'open'),
    law: missing.filter(({ needed }) => needed === 'law'),
    advised: missing.filter(({ needed }) => needed === null),
  }
}

export const namesOf = (items: readonly OpeningItem[]): string => items.map(({ key }) => say.items[key]).join(', ')
