import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-discounts.ts'
import { fetchSampleProducts, findSampleProducts } from '../../../data/admin/products/discounts.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { byDepth } from './category-tree.ts'

type GoodsPickerProps = {
  categories: readonly CategoryNode[]
  productIds: readonly string[]
  categoryIds: readonly string[]
  onChange: (some: { productIds?: string[]; categoryIds?: string[] }) => void
}

/** The products of a discount: categories with all their descendants, and single products. If both are empty, it applies to all products. */
export function GoodsPicker({ categories, productIds, categoryIds, onChange }: GoodsPickerProps) {
  const [text, setText] = useState('')
  const named = useQuery({ queryKey: ['discount-products', productIds], queryFn: () => fetchSampleProducts(productIds), placeholderData: keepPreviousData })
  const found = useQuery({ queryKey: ['discount-search', text.trim()], queryFn: () => findSampleProducts(text), enabled: text.trim().length > 1 })
  const names = new Map([...(named.data ?? []), ...(found.data ?? [])].map(({ id, name }) => [id, name]))
  const remove = 'inline-flex min-h-8 items-center gap-2 rounded-full border border-line px-3 hover:bg-sunken'
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-[550]">{say.on}</legend>
      {categoryIds.length + productIds.length === 0 ? <p className="text-ink-2">{say.onAllGoods}</p> : null}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {categoryIds.map((id) => (
          <Chip
            key={id}
            className={remove}
            name={categories.find((category) => category.id === id)?.name ?? say.goneGoods}
            onRemove={() => onChange({ categoryIds: categoryIds.filter((other) => other !== id) })}
          />
        ))}
        {productIds.map((id) => (
          <Chip
            key={id}
            className={remove}
            name={names.get(id) ?? (named.isPending ? '…' : say.goneGoods)}
            onRemove={() => onChange({ productIds: productIds.filter((other) => other !== id) })}
          />
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={say.addCategory}
          name="add_category"
          optional
          value=""
          onChange={(event) => event.target.value !== '' && onChange({ categoryIds: [...categoryIds, event.target.value] })}
        >
          <option value="">{say.chooseCategory}</option>
          {byDepth(categories)
            .filter(({ category }) => !categoryIds.includes(category.id))
            .map(({ category, depth }) => (
              <option key={category.id} value={category.id}>
                {'   '.repeat(depth) + category.name}
              </option>
            ))}
        </SelectField>
        <div>
          <Field
            label={say.findProduct}
            name="find_product"
            type="search"
            optional
            autoComplete="off"
            placeholder={say.findProductHint}
            value={text}
            onChange={(event) => setText(event.target.value)}
            // Enter would submit the form
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <div aria-live="polite">
            {found.data && text.trim().length > 1 ? (
              found.data.length === 0 ? (
                <p className="mt-2 text-ink-2">{say.noProducts}</p>
              ) : (
                <ul aria-label={say.productsFound} className="mt-2 grid rounded-sm border border-line">
                  {found.data
                    .filter(({ id }) => !productIds.includes(id))
                    .map(({ id, name, sku }) => (
                      <li key={id} className="border-b border-line last:border-0">
                        <button
                          type="button"
                          className="flex min-h-9 touch:min-h-11 w-full items-center justify-between gap-3 px-3 py-1 text-left hover:bg-sunken"
                          onClick={() => {
                            onChange({ productIds: [...productIds, id] })
                            setText('')
                          }}
                        >
                          <span className="min-w-0 truncate">{name}</span>
                          <span className="text-ink-2">{sku}</span>
                        </button>
                      </li>
                    ))}
                </ul>
              )
            ) : null}
          </div>
        </div>
      </div>
    </fieldset>
  )
}

function Chip({ name, className, onRemove }: { name: string; className: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className={className} aria-label={say.removeGoods(name)} onClick={onRemove}>
        {name} <Icon name="close" size={16} />
      </button>
    </li>
  )
}
