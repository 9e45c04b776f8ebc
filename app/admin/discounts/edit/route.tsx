import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import * as say from '#words/admin-discounts.ts'
import { fetchDiscounts, fetchCategoryNodes } from '../../../data/admin/products/discounts.ts'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLastRead } from '../../ui/use-last-read.ts'
import { DiscountForm } from './discount-form.tsx'

/** A new or an existing discount. */
export default function AdminDiscount() {
  const { id } = useParams()
  const discounts = useQuery({ queryKey: ['admin-discounts'], queryFn: fetchDiscounts })
  const categories = useQuery({ queryKey: ['admin-discount-categories'], queryFn: fetchCategoryNodes })
  const found = id === 'new' ? null : discounts.data?.find((row) => row.id === id)
  const read = useLastRead(id ?? '', discounts.data && found)
  const failed = discounts.error ?? categories.error
  if (failed && !(discounts.data && categories.data))
    return (
      <>
        <PageHead title={say.title} back={{ to: '/admin/discounts', label: say.title }} />
        <ErrorPanel title={say.failed} text={say.failedText} error={failed} onRetry={() => void Promise.all([discounts.refetch(), categories.refetch()])} />
      </>
    )
  if (!discounts.data || !categories.data) return <PanelSkeleton lines={10} />
  if (read === undefined) {
    return <EmptyState heading="h1" title={say.gone} text={say.goneText} action={<ButtonLink to="/admin/discounts">{say.title}</ButtonLink>} />
  }
  return <DiscountForm key={id} read={read} categories={categories.data} />
}
