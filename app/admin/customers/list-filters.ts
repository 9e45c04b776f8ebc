import { STATES } from '#domain/addresses/states.ts'
import * as say from '#words/admin-customers.ts'
import type { Filter } from '../ui/list-url.ts'

const named = (options: Readonly<Record<string, string>>) => Object.entries(options).map(([value, label]) => ({ value, label }))

/** Named as in the address (app/data/admin/customers/customers.ts). */
export const FILTERS: readonly Filter[] = [
  { name: 'ordered', label: say.ordered, options: named(say.orderedOptions) },
  { name: 'account', label: say.account, options: named(say.accountOptions) },
  { name: 'gstin', label: say.gstin, options: named(say.gstinOptions) },
  { name: 'blocked', label: say.blocked, options: named(say.blockedOptions) },
  {
    name: 'state',
    label: say.state,
    options: STATES.map(({ name }) => ({ value: name, label: name })).toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  },
  { name: 'since', label: say.sinceFilter, options: named(say.sinceOptions) },
]

export const VIEWS = [
  { name: say.all, search: '' },
  { name: say.best, search: 'sort=spent.desc' },
  { name: say.registered, search: 'gstin=with' },
  { name: say.withoutAccount, search: 'account=without' },
  { name: say.quiet, search: 'ordered=quiet&sort=spent.desc' },
  { name: say.blocked, search: 'blocked=yes' },
]
