import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as say from '#words/admin-products.ts'
import type { Page } from '../../data/admin/keyset.ts'
import { fetchProductGroups } from '../../data/admin/products/products.ts'
import type { AdminProduct, ProductGroup } from '../../data/admin/products/products.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { editProductPath, familyPath } from '../paths.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Pager } from '../ui/pager.tsx'
import { groupedColumns } from './grouped-columns.tsx'
import { withFamily } from './product-list.ts'
import type { ProductListState } from './product-list.ts'
import { RowMenu } from './row-menu.tsx'

/** @param size rows of a page */
export function useProductGroups(key: string, { list, cursor, grouped }: ProductListState, size: number): UseQueryResult<Page<ProductGroup>> {
  return useQuery({
    queryKey: [key, 'groups', list, cursor],
    queryFn: () => fetchProductGroups({ ...list, cursor, size }),
    placeholderData: keepPreviousData,
    enabled: grouped,
  })
}

type GroupedListProps = { page: UseQueryResult<Page<ProductGroup>>; columns: readonly Column<AdminProduct>[]; tools: ReactNode }

/** The list in which the products of a family are one row. Its rows are not selected: a bulk change says which products it means. */
export function GroupedList({ page, columns, tools }: GroupedListProps) {
  const [params] = useSearchParams()
  return (
    <>
      <DataTable
        id="products"
        label={say.title}
        columns={groupedColumns(columns, (id) => withFamily(params, id).toString())}
        tools={tools}
        rows={page.data?.rows}
        rowKey={({ id }) => id}
        rowName={({ name, family }) => (family === null ? say.named(name) : say.familyNamed(name))}
        rowTo={({ id, family }) => (family === null ? editProductPath(id) : familyPath(id))}
        busy={page.isFetching}
        error={page.error}
        onRetry={() => void page.refetch()}
        renderActions={({ id, name, product }) =>
          product === null ? (
            <Link to={familyPath(id)} aria-label={say.editNamed(name)} className="ctl ctl-quiet">
              {say.edit}
            </Link>
          ) : (
            <RowMenu product={product} />
          )
        }
        empty={<EmptyState compact title={say.none} text={say.noneText} />}
      />
      <Pager page={page.data} />
    </>
  )
}
