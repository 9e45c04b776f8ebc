import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { productPath } from '#domain/slug.ts'
import * as say from '#words/admin-products.ts'
import { CSV_PAGE } from '../../data/admin-csv.ts'
import { changeInPlace, fetchAdminProducts, moveProducts, PRODUCT_STATES, STOCK_FILTERS } from '../../data/admin-products.ts'
import type { AdminProduct, InPlace, ProductState } from '../../data/admin-products.ts'
import { queryClient } from '../../data/queries.ts'
import { serverMessage } from '../../data/server-message.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { readList } from '../ui/list-url.ts'
import type { Filter } from '../ui/list-url.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { useSelection } from '../ui/selection.ts'
import { toastUndo } from '../ui/undo.ts'
import { ViewTabs } from '../ui/view-tabs.tsx'
import { productColumns } from './product-columns.tsx'

const PAGE = 50
const KEY = 'admin-products'
const SORTS = ['name', 'base_price', 'stock', 'units_sold']
const STATUS: Filter = { name: 'status', label: say.status, options: PRODUCT_STATES.map((value) => ({ value, label: say.states[value] })) }
const STOCK: Filter = { name: 'stock', label: say.stock, options: STOCK_FILTERS.map((value) => ({ value, label: say.stocks[value] })) }
const VIEWS = [
  { name: say.allProducts, search: '' },
  { name: say.onSale, search: 'status=active' },
  { name: say.runningOut, search: 'status=active&stock=out%2Clow&sort=stock.asc' },
  { name: say.drafts, search: 'status=draft' },
]

/** Every product: found, sorted, priced and counted in its place, put on sale and taken off in bulk. */
export default function AdminProducts() {
  const [params] = useSearchParams()
  const { search, filters, sort, cursor } = readList(params, [STATUS, STOCK], SORTS)
  const list = { search, states: filters['status'] ?? [], stock: filters['stock'] ?? [], sort }
  const page = useQuery({
    queryKey: [KEY, list, cursor],
    queryFn: () => fetchAdminProducts({ ...list, cursor, size: PAGE }),
    placeholderData: keepPreviousData,
  })
  const rows = page.data?.rows
  const selection = useSelection((rows ?? []).map(({ id }) => id))
  const chosen = (rows ?? []).filter(({ id }) => selection.has(id))
  const reload = () => queryClient.invalidateQueries({ queryKey: [KEY] })

  async function change(product: AdminProduct, wanted: InPlace) {
    try {
      const done = await changeInPlace(product.id, wanted)
      await reload()
      if (!done) return void toast({ title: say.stale, description: say.staleText, tone: 'error' })
      toastUndo(say.changed(product.name), async () => {
        if (!(await changeInPlace(product.id, { column: wanted.column, was: wanted.now, now: wanted.was }))) throw new Error('stale')
        await reload()
      })
    } catch (error) {
      toast({ title: say.notChanged, description: serverMessage(error, say.notChangedText), tone: 'error' })
    }
  }

  async function move(products: readonly AdminProduct[], to: ProductState) {
    const undo: { ids: string[]; from: ProductState }[] = []
    let stale = 0
    try {
      for (const from of PRODUCT_STATES) {
        const ids = products.filter(({ status }) => status === from && status !== to).map(({ id }) => id)
        const done = ids.length === 0 ? [] : await moveProducts(ids, from, to)
        stale += ids.length - done.length
        if (done.length > 0) undo.push({ ids: done, from })
      }
      selection.clear()
    } catch (error) {
      toast({ title: say.notChanged, description: serverMessage(error, say.notChangedText), tone: 'error' })
    }
    await reload()
    const count = undo.reduce((sum, { ids }) => sum + ids.length, 0)
    if (count > 0)
      toastUndo(say.moved(count, say.states[to]), async () => {
        for (const { ids, from } of undo) await moveProducts(ids, to, from)
        await reload()
      })
    if (stale > 0) toast({ title: say.movedOn(stale), tone: 'error' })
  }

  return (
    <>
      <PageHead
        title={say.title}
        aside={countText(page.data?.count ?? null)}
        actions={
          <>
            <Link to="/admin/products/categories" className="ctl">
              {say.categories}
            </Link>
            <ExportButton<AdminProduct>
              name="products"
              read={(at) => fetchAdminProducts({ ...list, cursor: at, size: CSV_PAGE })}
              columns={[
                { label: say.sku, value: (row) => row.sku },
                { label: say.product, value: (row) => row.name },
                { label: say.brand, value: (row) => row.brand },
                { label: say.category, value: (row) => row.category?.name ?? null },
                { label: say.status, value: (row) => say.states[row.status] },
                { label: say.price, value: (row) => row.base_price },
                { label: say.mrp, value: (row) => row.mrp },
                { label: say.gst, value: (row) => row.gst_percent },
                { label: say.hsn, value: (row) => row.hsn },
                { label: say.stock, value: (row) => row.stock },
                { label: say.minimum, value: (row) => row.min_order_quantity },
                { label: say.sold, value: (row) => row.units_sold },
              ]}
            />
          </>
        }
      />
      <ViewTabs list="products" views={VIEWS} />
      <FilterBar search={say.search} filters={[STATUS, STOCK]} />
      <DataTable
        id="products"
        label={say.title}
        columns={productColumns(change)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => say.named(name)}
        selection={selection}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        renderActions={(row) =>
          row.status === 'active' ? (
            <Link to={productPath(row)} aria-label={say.viewNamed(row.name)} className="ctl ctl-quiet">
              {say.viewInShop}
            </Link>
          ) : null
        }
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <Pager page={page.data} />
      <BulkBar selection={selection}>
        <button type="button" className="ctl" onClick={() => void move(chosen, 'active')}>
          {say.publish}
        </button>
        <button type="button" className="ctl" onClick={() => void move(chosen, 'draft')}>
          {say.toDraft}
        </button>
        <button type="button" className="ctl" onClick={() => void move(chosen, 'archived')}>
          {say.archive}
        </button>
      </BulkBar>
    </>
  )
}
