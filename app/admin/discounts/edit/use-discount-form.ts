import { useNavigate } from 'react-router'
import * as say from '#words/admin-discounts.ts'
import { saveDiscount } from '../../../data/admin/products/discounts.ts'
import type { AdminDiscount } from '../../../data/admin/products/discounts.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { checkDiscount, nameOf, NEW_DISCOUNT, textsOf } from '../draft.ts'
import type { DiscountErrors, DiscountTexts } from '../draft.ts'

export type DiscountEdit = ReturnType<typeof useDiscountForm>

/** The state of the discount form. `read`: null for a new one. */
export function useDiscountForm(read: AdminDiscount | null) {
  const navigate = useNavigate()
  const form = useEditForm<AdminDiscount | null, DiscountTexts>({
    row: read,
    valuesOf: (row) => (row ? textsOf(row) : NEW_DISCOUNT),
    check: (texts) => {
      const checked = checkDiscount(texts)
      return checked.ok ? {} : checked.errors
    },
    failed: () => say.notSaved,
    onRow: () => queryClient.invalidateQueries({ queryKey: ['admin-discounts'] }),
    save: async ({ values, row }) => {
      const checked = checkDiscount(values)
      if (!checked.ok) return { ok: false, errors: checked.errors }
      const saved = await saveDiscount(row, checked.columns)
      if (!saved.ok) {
        if (saved.code === 'CODE_TAKEN') return { ok: false, errors: { code: say.codeTaken } }
        if (saved.code === 'TOO_FEW_USES') return { ok: false, errors: { usageLimit: say.tooFewUses } }
        if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
        return { ok: false, message: saved.code === 'GONE' ? say.discountGone : say.notSaved }
      }
      toast({ title: say.saved(nameOf(checked.columns)), tone: 'success' })
      if (row !== null) return { ok: true, row: saved.row }
      // The form of the saved discount takes over; until then this one counts as saving, and leaving it asks nothing.
      await queryClient.invalidateQueries({ queryKey: ['admin-discounts'] })
      await navigate(`/admin/discounts/${saved.row.id}`, { replace: true })
      return null
    },
  })
  const { values, errors, set } = form
  /** What a text field of this name shows and does. */
  const typed = (name: keyof DiscountErrors & keyof DiscountTexts) => ({
    name,
    value: values[name],
    error: errors[name] ?? null,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return { ...form, typed }
}
