import { Link } from 'react-router'
import * as say from '#words/admin-products.ts'
import { PRODUCT_STATES } from '../../data/admin/products/products.ts'
import type { AdminProduct, ProductGroup } from '../../data/admin/products/products.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Money } from '../ui/cells.tsx'
import type { Column } from '../ui/data-table.tsx'

type Family = ProductGroup & { family: NonNullable<ProductGroup['family']> }
type FamilyCell = (row: Family) => React.ReactNode

const isFamily = (row: ProductGroup): row is Family => row.family !== null

/** What a family shows in the columns of products; in the others it has no value of its own. */
const FAMILY_CELLS: Record<string, FamilyCell> = {
  name: ({ name, family }) => (
    <span className="flex items-center gap-3">
      <span className="w-10 flex-none max-[359px]:hidden">
        <Picture src={family.image_url} thumbhash={family.image_thumbhash} alt="" width={40} height={40} sizes="40px" className="rounded-sm" />
      </span>
      <span className="typed text-left">
        <span className="block font-semibold">{name}</span>
        <span className="font-normal text-ink-2">{say.family}</span>
      </span>
    </span>
  ),
  status: ({ family }) => {
    const some = PRODUCT_STATES.filter((state) => family.statuses[state] > 0)
    return some.map((state) => (
      <span key={state} className="block whitespace-nowrap">
        {some.length === 1 ? say.states[state] : say.stateCount(state, family.statuses[state])}
      </span>
    ))
  },
  category: ({ family }) => <span className="typed">{family.category ?? '–'}</span>,
  base_price: ({ base_price: lowest, family: { highest } }) => (
    <span className="pr-1 whitespace-nowrap">
      <Money rupees={lowest} />
      {highest > lowest ? (
        <>
          {' – '}
          <Money rupees={highest} />
        </>
      ) : null}
    </span>
  ),
  stock: ({ stock }) => <span className={`pr-1 ${stock === 0 ? 'text-cancelled' : ''}`}>{stock}</span>,
  units_sold: ({ units_sold: sold }) => sold,
}

/**
 * The columns of the list in which a family is one row: those of products, and how many products a family has there.
 * @param toProducts the address of the list with a family's products
 */
export function groupedColumns(columns: readonly Column<AdminProduct>[], toProducts: (familyId: string) => string): Column<ProductGroup>[] {
  const grouped = columns
    .filter(({ id }) => id !== 'family')
    .map(({ cell, ...column }): Column<ProductGroup> => ({
      ...column,
      cell: (row) => {
        if (isFamily(row)) return FAMILY_CELLS[column.id]?.(row) ?? '–'
        return row.product === null ? '–' : cell(row.product)
      },
    }))
  const products: Column<ProductGroup> = {
    id: 'products',
    label: say.title,
    phone: 'left',
    cell: (row) =>
      isFamily(row) ? (
        <Link to={{ search: toProducts(row.id) }} aria-label={say.productsOf(row.family.products, row.family.of, row.name)} className="link whitespace-nowrap">
          {say.productCount(row.family.products, row.family.of)}
        </Link>
      ) : null,
  }
  return [...grouped.slice(0, 1), products, ...grouped.slice(1)]
}
