import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import * as say from '#words/admin-family.ts'
import { findSingleProducts } from '../../../data/admin/products/family.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import { joining } from './beginning.ts'
import { rowIds } from './draft.ts'
import type { FamilyFields } from './family-sections.tsx'

/** Finds products of no family and puts them into the grid, where their values are chosen. */
export function JoinProducts({ of: { draft, set } }: { of: FamilyFields }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['admin-family-search', search],
    queryFn: () => findSingleProducts(search),
    enabled: search.length >= 2,
    staleTime: 10_000,
  })
  const there = new Set(rowIds(draft).filter((id) => draft[`state ${id}`] === 'in'))
  const products = search.length < 2 ? undefined : found.data?.filter(({ id }) => !there.has(id))
  return (
    <FormSection title={say.join} hint={say.joinHint}>
      <input
        type="search"
        aria-label={say.joinSearch}
        placeholder={say.joinSearch}
        className="box w-full max-w-[420px]"
        autoComplete="off"
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {found.isError && search.length >= 2 ? <p role="alert">{say.searchFailed}</p> : null}
      {products?.length === 0 ? <p className="text-ink-2">{say.nothingFound}</p> : null}
      {products && products.length > 0 ? (
        <ul className="grid gap-1">
          {products.map((product) => (
            <li key={product.id} className="flex items-center gap-3 border-b border-line py-1 last:border-0">
              <span className="w-9 flex-none">
                <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={36} height={36} sizes="36px" className="rounded-sm" />
              </span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {product.name} <span className="text-ink-2">{product.sku}</span>
              </span>
              <button
                type="button"
                className="ctl"
                aria-label={say.joinThis(product.name)}
                onClick={() => set((now) => joining(now, product, () => crypto.randomUUID()))}
              >
                {say.add}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </FormSection>
  )
}
