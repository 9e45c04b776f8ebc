import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import { fetchCategoryNodes } from '../../../data/admin/products/discounts.ts'
import { fetchFamily, fetchSingleProducts } from '../../../data/admin/products/family.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLastRead } from '../../ui/use-last-read.ts'
import { beginningWith } from './beginning.ts'
import { FamilyForm } from './family-form.tsx'

const BACK = { to: '/admin/products', label: productWords.products }

/** A new family, from nothing or from the products that the address names (`?of=id,id`), or an existing one with its history. */
export default function AdminFamily() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const of = (params.get('of') ?? '').split(',').filter(isUuid).slice(0, 100)
  // read once, and again after a save: the form keeps the typed values
  const once = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const
  const family = useQuery({ queryKey: ['admin-family', id ?? null], queryFn: () => (id === undefined || !isUuid(id) ? null : fetchFamily(id)), ...once })
  const products = useQuery({ queryKey: ['admin-family-of', of], queryFn: () => (of.length === 0 ? [] : fetchSingleProducts(of)), ...once })
  const categories = useQuery({ queryKey: ['admin-discount-categories'], queryFn: fetchCategoryNodes })
  const shown = useLastRead(id ?? '', family.data ?? undefined)
  const failed = family.error ?? products.error ?? categories.error
  if (failed && !(family.data !== undefined && products.data && categories.data)) {
    return (
      <>
        <PageHead title={productWords.products} back={BACK} />
        <ErrorPanel
          title={say.failed}
          text={productWords.failedText}
          error={failed}
          onRetry={() => void Promise.all([family.refetch(), products.refetch(), categories.refetch()])}
        />
      </>
    )
  }
  if (family.data === undefined || !products.data || !categories.data) return <PanelSkeleton lines={10} />
  if (id !== undefined && !shown) {
    return <EmptyState heading="h1" title={say.gone} text={say.goneText} action={<ButtonLink to="/admin/products">{productWords.products}</ButtonLink>} />
  }
  const readAgain = async () => (await family.refetch({ throwOnError: true })).data ?? null
  return (
    <div className="grid gap-4">
      <div>
        <FamilyForm
          key={id ?? 'new'}
          shown={shown ?? null}
          beginning={beginningWith(products.data, () => crypto.randomUUID())}
          categories={categories.data}
          readAgain={readAgain}
        />
      </div>
      {shown ? <HistoryPanel tables={['product_families', 'product_family_values']} rowId={shown.id} /> : null}
    </div>
  )
}
