import { useState } from 'react'
import * as say from '#words/admin-discounts.ts'
import { announceDiscount, fetchDiscounts } from '../../../data/admin/products/discounts.ts'
import type { AdminDiscount, CategoryNode, DiscountColumns, DiscountUses } from '../../../data/admin/products/discounts.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { conflictsOf, StaleEdit } from '../../ui/stale-edit.tsx'
import { checkDiscount, nameOf, stateOf } from '../draft.ts'
import { Choice } from './choice.tsx'
import { PreviewPanel } from './discount-preview.tsx'
import { GivesSection } from './gives-section.tsx'
import { useDiscountForm } from './use-discount-form.ts'
import { WhenSection } from './when-section.tsx'

/** `read`: null for a new discount. */
type DiscountFormProps = { read: (AdminDiscount & DiscountUses) | null; categories: readonly CategoryNode[] }

const LABELS = {
  code: say.code,
  title: say.offerTitle,
  description: say.description,
  kind: say.kind,
  value: say.gives,
  minimum_goods: say.minimum,
  maximum_discount: say.maximum,
  starts_at: say.from,
  ends_at: say.to,
  usage_limit: say.usageLimit,
  customer_limit: say.customerLimit,
  combines: say.withOthers,
  is_active: say.active,
}

export function DiscountForm({ read, categories }: DiscountFormProps) {
  const [telling, setTelling] = useState(false)
  const form = useDiscountForm(read)
  const { row: shown, values: texts, stale, set: change } = form
  const checked = checkDiscount(texts)
  return (
    <FormPage
      title={shown ? nameOf(shown) : say.newTitle}
      back={{ to: '/admin/discounts', label: say.title }}
      actions={
        shown && shown.announced_at === null ? (
          <AnnounceButton key={shown.updated_at} discount={{ ...shown, uses: read?.uses ?? 0 }} disabled={form.changed > 0} onPress={() => setTelling(true)} />
        ) : null
      }
      form={form}
      notice={
        stale?.row && shown && checked.ok ? (
          <StaleEdit of={form} conflicts={conflictsOf(shown, stale.row, changesOf<DiscountColumns>(shown, checked.columns), LABELS)} />
        ) : undefined
      }
      rail={<PreviewPanel columns={checked.ok ? checked.columns : null} allCategories={categories} without={shown?.id ?? null} />}
    >
      <GivesSection form={form} categories={categories} />
      <WhenSection form={form} announcedAt={shown?.announced_at ?? null} />
      <FormSection title={say.withOthers} hint={texts.automatic ? say.automaticRule : undefined}>
        {texts.automatic || texts.kind === 'free_delivery' ? null : (
          <Choice
            legend={say.withOthers}
            name="combines"
            value={texts.combines ? 'yes' : 'no'}
            options={say.combinesText}
            onChoose={(value) => change({ combines: value === 'yes' })}
          />
        )}
        {!texts.automatic && texts.kind === 'free_delivery' ? <p className="text-ink-2">{say.automaticRule}</p> : null}
      </FormSection>
      {telling && shown ? <AnnounceDialog discount={shown} onRow={form.rebase} onClose={() => setTelling(false)} /> : null}
    </FormPage>
  )
}

type AnnounceButtonProps = { discount: AdminDiscount & Pick<DiscountUses, 'uses'>; disabled: boolean; onPress: () => void }

/** For a discount that is live. With a key for each saved row: a start that was set to now has come. */
function AnnounceButton({ discount, disabled, onPress }: AnnounceButtonProps) {
  const [now] = useState(() => new Date())
  if (stateOf(discount, now) !== 'live') return null
  return (
    <button type="button" className="ctl" disabled={disabled} onClick={onPress}>
      {say.announce}
    </button>
  )
}

/** @param onRow receives the discount as the announcement left it */
function AnnounceDialog({ discount, onRow, onClose }: { discount: AdminDiscount; onRow: (row: AdminDiscount) => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={say.announceTitle(nameOf(discount))}
      confirm={say.announce}
      keep={say.keepQuiet}
      onConfirm={async () => {
        const people = await announceDiscount(discount.id)
        toast({ title: say.announced(people), tone: 'success' })
        // It is announced: a read that fails must not say otherwise.
        const rows = await queryClient.fetchQuery({ queryKey: ['admin-discounts'], queryFn: fetchDiscounts, staleTime: 0 }).catch(() => [])
        const announced = rows.find(({ id }) => id === discount.id)
        if (announced) onRow(announced)
      }}
      onClose={onClose}
    >
      {say.announceText}
    </ConfirmDialog>
  )
}
