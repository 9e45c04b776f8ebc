import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/store-credit.ts'
import { changeStoreCredit } from '../../../data/admin/customers/store-credit.ts'
import { fetchCreditEntries, fetchStoreCredit } from '../../../data/orders/store-credit.ts'
import type { CreditEntry } from '../../../data/orders/store-credit.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { useMay } from '../../access.ts'

const KEY = 'admin-store-credit'

/** The store credit of an account with its ledger, for staff with the payments: nothing for others. */
export function CreditCard({ userId, name }: { userId: string; name: string }) {
  const [open, setOpen] = useState(false)
  const may = useMay()('payments.manage')
  const read = useQuery({
    queryKey: [KEY, userId],
    queryFn: async () => {
      const [balance, entries] = await Promise.all([fetchStoreCredit(userId), fetchCreditEntries(userId)])
      return { balance, entries }
    },
    enabled: may,
    staleTime: 0,
  })
  if (!may) return null
  return (
    <section className="rounded-md border border-line p-4" aria-label={say.storeCredit}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2>{say.storeCredit}</h2>
        {read.data ? (
          <button type="button" className="ctl ctl-quiet -my-1 text-plum-600!" onClick={() => setOpen(true)}>
            {say.change}
          </button>
        ) : null}
      </div>
      {read.isPending ? <TextSkeleton lines={1} /> : null}
      {read.isError ? <ErrorPanel title={say.notRead} error={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.data ? (
        <>
          <p className={read.data.balance > 0 ? 'text-xl font-semibold' : 'text-ink-2'}>{read.data.balance > 0 ? formatRupees(read.data.balance) : say.none}</p>
          <ul className="mt-2 empty:hidden">
            {read.data.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </>
      ) : null}
      {open && read.data ? <ChangeDialog userId={userId} name={name} balance={read.data.balance} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function Entry({ entry }: { entry: CreditEntry }) {
  const paise = toPaise(entry.amount)
  return (
    <li className="flex items-baseline justify-between gap-4 border-t border-line py-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {entry.order_id === null ? (
          say.kinds[entry.kind]
        ) : (
          <Link to={`/admin/orders/${entry.order_id}`} className="link">
            {say.ofOrder(say.kinds[entry.kind] ?? '', entry.order_id.slice(0, 8))}
          </Link>
        )}
        <span className="block text-ink-2">{[formatDay(entry.created_at), entry.reason].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="font-semibold whitespace-nowrap">{say.signed(formatRupees(Math.abs(paise)), paise > 0)}</span>
    </li>
  )
}

type ChangeDialogProps = { userId: string; name: string; balance: Paise; onClose: () => void }

function ChangeDialog({ userId, name, balance, onClose }: ChangeDialogProps) {
  const form = useSubmit(() => say.notSaved)
  const [shown, setShown] = useState(balance)
  const submit = form.onSubmit((data) => {
    const amount = fieldText(data, 'amount').trim()
    const reason = fieldText(data, 'reason').trim()
    const errors: FieldErrors = {
      ...(/^\d{1,7}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0 ? {} : { amount: say.enterAmount }),
      ...(reason === '' ? { reason: say.enterReason } : {}),
    }
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const result = await changeStoreCredit(userId, fieldText(data, 'what') === 'take' ? -Number(amount) : Number(amount), reason, shown)
      await queryClient.invalidateQueries({ queryKey: [KEY] })
      if ('stale' in result) {
        setShown(result.stale)
        return { message: say.notAsShown(formatRupees(result.stale)) }
      }
      if ('message' in result) return { message: result.message }
      toast({ title: say.saved(formatRupees(result.balance)), tone: 'success' })
      onClose()
      return undefined
    }
  })
  return (
    <Dialog open busy={form.busy} title={say.changeTitle(name)} onClose={onClose}>
      <p>{say.changeText(formatRupees(shown))}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={say.what} name="what" defaultValue="give" hint={say.takeHint}>
            <option value="give">{say.give}</option>
            <option value="take">{say.take}</option>
          </SelectField>
          <Field label={say.amount} name="amount" inputMode="decimal" maxLength={10} error={form.errors['amount']} />
        </div>
        <Field label={say.reason} name="reason" maxLength={200} error={form.errors['reason']} />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.notNow}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.saving : say.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
