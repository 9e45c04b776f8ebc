import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import * as familyWords from '#words/admin-family.ts'
import * as say from '#words/admin-products.ts'
import * as shellWords from '#words/admin-shell.ts'
import { CSV_PAGE } from '../../data/admin/csv.ts'
import { fetchCosts } from '../../data/admin/products/costs.ts'
import { fetchWaiting } from '../../data/admin/products/stock.ts'
import { changeInPlace, fetchAdminProducts, fetchExportedProducts } from '../../data/admin/products/products.ts'
import type { AdminProduct, ExportedProduct, InPlace } from '../../data/admin/products/products.ts'
import { queryClient } from '../../data/api/queries.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useMay } from '../access.ts'
import { editProductPath } from '../paths.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { AdminIcon } from '../ui/admin-icon.tsx'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Pager, countText } from '../ui/pager.tsx'
import { useSelection } from '../ui/selection.ts'
import { toastUndo } from '../ui/undo.ts'
import { ViewTabs } from '../ui/view-tabs.tsx'
import { BulkActions, BulkDialog } from './bulk-actions.tsx'
import type { OpenBulk } from './bulk-actions.tsx'
import { exportColumns } from './export-columns.ts'
import { FamilyFilter } from './family-filter.tsx'
import { GroupedList, useProductGroups } from './grouped-list.tsx'
import { productColumns } from './product-columns.tsx'
import { FAMILY, useProductList, VIEWS, withGroups } from './product-list.ts'
import { RowMenu } from './row-menu.tsx'
import { useBulk } from './use-bulk.ts'

const PAGE = 50
const KEY = 'admin-products'
const NONE: ReadonlyMap<string, number> = new Map()

/** All products: searched, sorted, edited in place, changed in bulk, exported, imported. */
export default function AdminProducts() {
  const state = useProductList()
  const { list, cursor, grouped, filters, allCategories } = state
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const settings = useSettings()
  const page = useQuery({
    queryKey: [KEY, list, cursor],
    queryFn: () => fetchAdminProducts({ ...list, cursor, size: PAGE }),
    placeholderData: keepPreviousData,
    enabled: !grouped,
  })
  const groups = useProductGroups(KEY, state, PAGE)
  const rows = grouped ? undefined : page.data?.rows
  const ids = (grouped ? groups.data?.rows : rows)?.map(({ id }) => id) ?? []
  const waiting = useQuery({ queryKey: [KEY, 'waiting', ids], queryFn: () => fetchWaiting(ids), enabled: ids.length > 0, placeholderData: keepPreviousData })
  const withCosts = useMay()('costs.read')
  const costs = useQuery({
    queryKey: [KEY, 'costs', ids],
    queryFn: () => fetchCosts(ids),
    enabled: withCosts && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const selection = useSelection(ids)
  const chosen = (rows ?? []).filter(({ id }) => selection.has(id))
  const whole = rows !== undefined && rows.length > 0 && chosen.length === rows.length
  const goesOn = page.data !== undefined && (page.data.next !== null || page.data.previous !== null)
  // Whether the whole list is selected, not only this page; the selection belongs to this list only.
  const [everythingOf, setEverythingOf] = useState<string | null>(null)
  const listKey = JSON.stringify(list)
  const everything = whole && everythingOf === listKey
  const bulk = useBulk(state, chosen, everything)
  const [open, setOpen] = useState<OpenBulk | null>(null)
  const count = countText(page.data?.count ?? null)
  const groupCount = countText(groups.data?.count ?? null)
  const columns = productColumns(
    change,
    settings,
    waiting.data ?? NONE,
    withCosts ? (costs.data ?? NONE) : null,
    rows?.some(({ family_id }) => family_id !== null) ?? false,
  )
  const tools = (
    <button
      type="button"
      className="ctl ctl-quiet aria-pressed:bg-chosen"
      aria-pressed={grouped}
      onClick={() => setParams(withGroups(params, !grouped), { replace: true })}
    >
      {say.groupByFamily}
    </button>
  )
  useShortcuts([{ keys: 'n', label: say.newKey, group: shellWords.inLists, run: () => void navigate('/admin/products/add') }])

  async function change(product: AdminProduct, wanted: InPlace) {
    const reload = () => queryClient.invalidateQueries({ queryKey: [KEY] })
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
  const clear = () => {
    selection.clear()
    setEverythingOf(null)
  }

  return (
    <>
      <PageHead
        title={say.title}
        aside={grouped ? groupCount && say.rowCount(groupCount) : count}
        actions={
          <>
            <Link to="/admin/products/categories" className="ctl">
              {say.categories}
            </Link>
            <Link to="/admin/products/expiry" className="ctl">
              {say.expiry}
            </Link>
            <Link to="/admin/products/families/new" className="ctl">
              {familyWords.newFamily}
            </Link>
            <Link to="/admin/products/import" className="ctl">
              <AdminIcon name="export" className="rotate-180" /> {say.importProducts}
            </Link>
            <ExportButton<ExportedProduct>
              name="products"
              read={(at) => fetchExportedProducts({ ...list, cursor: at, size: CSV_PAGE }, withCosts)}
              columns={exportColumns((id) => categoryFinder(allCategories ?? []).pathText(id), withCosts)}
            />
            <Link to="/admin/products/add" className="ctl ctl-main">
              <Icon name="plus" size={15} /> {say.addProduct}
            </Link>
          </>
        }
      />
      <ViewTabs list="products" views={VIEWS} />
      <FilterBar
        search={say.search}
        filters={filters}
        more={{ names: [FAMILY], controls: list.family === null ? null : <FamilyFilter id={list.family} name={rows?.[0]?.family?.name} /> }}
      />
      {whole && goesOn ? (
        <p className="mb-3 flex flex-wrap items-center gap-2 rounded-md bg-chosen px-4 py-2" role="status">
          {everything ? say.everythingChosen : say.allChosen(rows.length)}
          <button type="button" className="ctl" onClick={() => setEverythingOf(everything ? null : listKey)}>
            {everything ? say.onlyPage : say.chooseAll(count)}
          </button>
        </p>
      ) : null}
      {grouped ? (
        <GroupedList page={groups} columns={columns} tools={tools} />
      ) : (
        <>
          <DataTable
            id="products"
            label={say.title}
            columns={columns}
            tools={tools}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => say.named(name)}
            rowTo={({ id }) => editProductPath(id)}
            selection={selection}
            busy={page.isFetching}
            error={page.error}
            onRetry={() => void page.refetch()}
            renderActions={(row) => <RowMenu product={row} />}
            empty={<EmptyState compact title={say.none} text={say.noneText} />}
          />
          <Pager page={page.data} />
          <BulkBar selection={selection} sum={everything ? say.everythingShort : undefined}>
            <BulkActions bulk={bulk} onOpen={setOpen} onDone={clear} />
          </BulkBar>
        </>
      )}
      {open === null ? null : <BulkDialog open={open} bulk={bulk} categories={allCategories ?? []} onDone={clear} onClose={() => setOpen(null)} />}
    </>
  )
}
