import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import * as say from '#words/admin-product.ts'
import { fetchCategoryNodes } from '../../../data/admin/products/discounts.ts'
import { fetchProduct } from '../../../data/admin/products/product.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLastRead } from '../../ui/use-last-read.ts'
import { BatchPanel } from './batch-panel.tsx'
import { ProductForm } from './product-form.tsx'
import { StockPanel } from './stock-panel.tsx'

/** A new product, a copy, or an existing one with its stock and its history. */
export default function AdminProduct() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const source = id ?? params.get('from')
  // read once, and again after a save: the form keeps the typed values
  const product = useQuery({
    queryKey: ['admin-product', source],
    queryFn: () => (source === null ? null : fetchProduct(source)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const categories = useQuery({ queryKey: ['admin-discount-categories'], queryFn: fetchCategoryNodes })
  const shown = useLastRead(source ?? '', product.data ?? undefined)
  const failed = product.error ?? categories.error
  if (failed && !(product.data && categories.data)) {
    return (
      <>
        <PageHead title={say.products} back={{ to: '/admin/products', label: say.products }} />
        <ErrorPanel title={say.failed} text={say.failedText} error={failed} onRetry={() => void Promise.all([product.refetch(), categories.refetch()])} />
      </>
    )
  }
  if (product.data === undefined || !categories.data) return <PanelSkeleton lines={10} />
  if (source !== null && !shown) {
    return <EmptyState heading="h1" title={say.gone} text={say.goneText} action={<ButtonLink to="/admin/products">{say.products}</ButtonLink>} />
  }
  const readAgain = async () => (await product.refetch({ throwOnError: true })).data ?? null
  if (id === undefined || !shown) return <ProductForm key={source ?? 'new'} shown={null} copied={shown} categories={categories.data} readAgain={readAgain} />
  return (
    <div className="grid gap-4">
      <div>
        <ProductForm key={shown.id} shown={shown} categories={categories.data} readAgain={readAgain} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <StockPanel productId={shown.id} />
          <BatchPanel productId={shown.id} />
        </div>
        <HistoryPanel tables={['products', 'product_images', 'product_costs', 'product_batches']} rowId={shown.id} />
      </div>
    </div>
  )
}
