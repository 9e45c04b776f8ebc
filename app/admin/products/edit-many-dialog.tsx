import { useState } from 'react'
import { Link } from 'react-router'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import { readHsn } from '#domain/product-import/read-cell.ts'
import { readCount, readGrams, readPercent } from '#domain/product-import/read-number.ts'
import { isReorderLevel } from '#domain/products/stock.ts'
import * as listWords from '#words/admin-list.ts'
import * as say from '#words/admin-products.ts'
import { isDecidedByFamily, setAll } from '../../data/admin/products/product-changes.ts'
import type { BulkChange } from '../../data/admin/products/product-changes.ts'
import type { AdminProduct } from '../../data/admin/products/products.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { familyPath } from '../paths.ts'

type EditManyProps = {
  products: readonly AdminProduct[]
  categories: readonly CategoryNode[]
  /** throws with a message; the dialog stays open and shows it */
  onApply: (changes: BulkChange[]) => Promise<void>
  onClose: () => void
}
const COLUMNS = ['category_id', 'gst_percent', 'hsn', 'min_order_quantity', 'reorder_level', 'weight_grams', 'is_featured'] as const
type Column = (typeof COLUMNS)[number]
const NAMES: Record<Column, string> = {
  category_id: say.category,
  gst_percent: say.gst,
  hsn: say.hsn,
  min_order_quantity: say.minimum,
  reorder_level: say.reorderLevel,
  weight_grams: say.weight,
  is_featured: say.featured,
}
/** Families that are named; a selection may have thousands. */
const MOST_NAMED = 5
const RATES = ['0', '5', '12', '18', '28', '40']

/** The changes that the form requests; an error message if the value is invalid. */
function changesOf(products: readonly AdminProduct[], column: Column, text: string): BulkChange[] | string {
  switch (column) {
    case 'category_id':
      return setAll(products, column, text === '' ? null : text)
    case 'is_featured':
      return setAll(products, column, text === 'yes')
    case 'hsn': {
      const hsn = readHsn(text)
      return hsn === undefined ? say.wrongValues.hsn : setAll(products, column, hsn)
    }
    case 'gst_percent': {
      const rate = readPercent(text)
      return typeof rate === 'number' ? setAll(products, column, rate) : say.wrongValues.gst_percent
    }
    case 'min_order_quantity': {
      const count = readCount(text)
      return typeof count === 'number' && count >= 1 && count <= 99_999 ? setAll(products, column, count) : say.wrongValues.min_order_quantity
    }
    case 'reorder_level': {
      const level = readCount(text)
      return level === null || (level !== undefined && isReorderLevel(level)) ? setAll(products, column, level) : say.wrongValues.reorder_level
    }
    case 'weight_grams': {
      const grams = readGrams(text, 'g')
      return grams === undefined ? say.wrongValues.weight_grams : setAll(products, column, grams)
    }
  }
}

/** Sets one value for many products. */
export function EditManyDialog({ products, categories, onApply, onClose }: EditManyProps) {
  const [column, setColumn] = useState<Column>('category_id')
  const [text, setText] = useState('')
  const form = useSubmit((error) => (error instanceof Error ? error.message : String(error)))
  const { pathText } = categoryFinder(categories)

  const own = products.filter((product) => !isDecidedByFamily(product, column))
  const families = new Map(products.flatMap(({ family_id, family }) => (family_id !== null && family ? [[family_id, family] as const] : [])))
  const deciding = [...families].filter(([, family]) => column in family && family[column as 'hsn'] !== null)

  const apply = form.onSubmit(() => {
    if (own.length === 0) return { message: say.allDecided }
    const changes = changesOf(own, column, text)
    if (typeof changes === 'string') return { message: changes }
    return async () => {
      await onApply(changes)
      onClose()
    }
  })
  const change = (value: string) => {
    setText(value)
    form.reset()
  }
  const control = { 'aria-label': say.value, className: 'box w-full', value: text }

  return (
    <Dialog
      open
      busy={form.busy}
      title={say.editTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {listWords.cancel}
          </button>
          <button type="submit" form="edit-many" className="ctl ctl-main" aria-disabled={form.busy}>
            {say.apply(own.length)}
          </button>
        </>
      }
    >
      <form id="edit-many" noValidate className="grid gap-3" onSubmit={apply}>
        <p>{say.pricesOf(own.length)}</p>
        <select
          aria-label={say.field}
          className="box"
          value={column}
          onChange={(event) => {
            const next = COLUMNS.find((one) => one === event.target.value) ?? 'category_id'
            setColumn(next)
            change(next === 'is_featured' ? 'yes' : '')
          }}
        >
          {COLUMNS.map((one) => (
            <option key={one} value={one}>
              {NAMES[one]}
            </option>
          ))}
        </select>
        {column === 'category_id' ? (
          <select {...control} onChange={(event) => change(event.target.value)}>
            <option value="">{say.noCategory}</option>
            {categories
              .map(({ id }) => ({ id, path: pathText(id) }))
              .toSorted((a, b) => a.path.localeCompare(b.path))
              .map(({ id, path }) => (
                <option key={id} value={id}>
                  {path}
                </option>
              ))}
          </select>
        ) : column === 'is_featured' ? (
          <select {...control} onChange={(event) => change(event.target.value)}>
            <option value="yes">{say.yes}</option>
            <option value="no">{say.no}</option>
          </select>
        ) : (
          <input
            {...control}
            inputMode={column === 'hsn' ? 'numeric' : 'decimal'}
            list={column === 'gst_percent' ? 'edit-many-rates' : undefined}
            autoComplete="off"
            maxLength={12}
            onChange={(event) => change(event.target.value)}
          />
        )}
        <datalist id="edit-many-rates">
          {RATES.map((rate) => (
            <option key={rate} value={rate}>
              {say.rate(Number(rate))}
            </option>
          ))}
        </datalist>
        {deciding.length === 0 ? null : (
          <p role="status" className="rounded-sm bg-well px-3 py-2 text-ink-2">
            {say.leftToFamilies(products.length - own.length)}{' '}
            {deciding.slice(0, MOST_NAMED).map(([id, { name }], place) => (
              <span key={id}>
                {place === 0 ? null : ', '}
                <Link to={familyPath(id)} className="link">
                  {name}
                </Link>
              </span>
            ))}
            {deciding.length > MOST_NAMED ? ` ${say.andMore(deciding.length - MOST_NAMED)}` : null}
          </p>
        )}
        {form.message === null ? null : (
          <p role="alert" className="text-cancelled">
            {form.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}
