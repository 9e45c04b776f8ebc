import { useState } from 'react'
import { groupIndian } from '#domain/money/money.ts'
import { MANUAL_REASONS, stockAfter } from '#domain/products/stock-movement.ts'
import type { ManualReason } from '#domain/products/stock-movement.ts'
import * as say from '#words/admin-product-stock.ts'
import { moveStock } from '../../../data/admin/products/stock.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useTyped } from '../../../ui/form/use-typed.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const REASONS = Object.keys(MANUAL_REASONS) as ManualReason[]
const pieces = (count: number) => groupIndian(String(count))

/** Stock changes are recorded with a reason, not by typing a new number (docs/rules.md#stock). */
export function MoveStock({ productId, stock, onMoved }: { productId: string; stock: number; onMoved: () => Promise<unknown> }) {
  const [reason, setReason] = useState<ManualReason>('purchase')
  const { typed: fields, set, sent } = useTyped({ typed: '', note: '' })
  const { typed, note } = fields
  const [tried, setTried] = useState(false)
  const form = useSubmit((error) => serverMessage(error, say.notMoved))
  const after = stockAfter(stock, { reason, typed, note })
  const problem = tried && !after.ok ? after.code : null

  const submit = form.onSubmit(() => {
    setTried(true)
    if (!after.ok) return { errors: { [after.code === 'NOTE_REQUIRED' ? 'note' : 'pieces']: say.errors[after.code] } }
    return async () => {
      const moved = await moveStock({ productId, reason, quantity: after.quantity, shown: stock, note })
      if (moved.ok) {
        sent(fields)
        setTried(false)
      }
      await Promise.all([onMoved(), queryClient.invalidateQueries({ queryKey: ['admin-products'] })])
      if (!moved.ok && moved.code === 'REFUSED') return { message: serverMessage(moved, say.notMoved) }
      if (!moved.ok) return { message: moved.code === 'STALE' ? say.staleCount(pieces(moved.stock)) : say.onlyThere(pieces(moved.stock)) }
      toast({ title: moved.stock === stock ? say.agrees : say.moved(pieces(moved.stock)), tone: 'success' })
      return undefined
    }
  })

  return (
    <form noValidate className="grid gap-4 rounded-md bg-well p-4" onSubmit={submit}>
      <FormAlert message={form.message} attempt={form.attempt} />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,2fr)]">
        <SelectField label={say.what} name="reason" value={reason} onChange={(event) => setReason(event.target.value as ManualReason)}>
          {REASONS.map((one) => (
            <option key={one} value={one}>
              {say.reasons[one]}
            </option>
          ))}
        </SelectField>
        <Field
          label={say.quantities[reason]}
          name="pieces"
          inputMode={MANUAL_REASONS[reason] === 'either' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={8}
          value={typed}
          error={problem === null || problem === 'NOTE_REQUIRED' ? null : say.errors[problem]}
          onChange={(event) => set({ typed: event.target.value })}
        />
        <Field
          label={reason === 'correction' ? say.noteAsked : say.note}
          name="note"
          optional={reason !== 'correction'}
          hint={say.noteHint}
          autoComplete="off"
          maxLength={300}
          value={note}
          error={problem === 'NOTE_REQUIRED' ? say.errors[problem] : null}
          onChange={(event) => set({ note: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="ctl" aria-disabled={form.busy}>
          {form.busy ? say.moving : say.move}
        </button>
        <output className="num text-ink-2">{after.ok ? say.becomes(pieces(stock), pieces(after.stock)) : null}</output>
      </div>
    </form>
  )
}
