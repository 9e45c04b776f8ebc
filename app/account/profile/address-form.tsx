import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkShipping } from '#domain/addresses/shipping.ts'
import * as say from '#words/profile.ts'
import { saveAddress, updateAddress } from '../../data/account/addresses.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { addressValues, inFormOrder } from '../../ui/form/address-values.ts'
import type { AddressFieldName } from '../../ui/form/address-values.ts'
import { InvoiceFields } from '../../ui/form/invoice-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { toast } from '../../ui/overlay/toast.ts'

type AddressFormProps = {
  userId: string
  /** the account's address, for delivery notifications */
  email: string
  /** null: a new address */
  address: SavedAddress | null
  /** the book is empty: the only address is the default */
  first: boolean
  onClose: () => void
}

/** One entry of the address book, with the same rules as at checkout. */
export function AddressForm({ userId, email, address, first, onClose }: AddressFormProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState(() => addressValues({ ...address, email: address?.email ?? email }))
  const [preferred, setPreferred] = useState(address?.is_default ?? first)
  const { attempt, message, busy, onSubmit } = useSubmit((error) => serverMessage(error, say.addressFailed))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const checked = checkShipping(values)
  const errors = checked.ok ? {} : inFormOrder(checked.fields)

  const change = (name: AddressFieldName, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const part = { values, errors, showAll: attempt > 0, onChange: change }

  const save = onSubmit(() => {
    if (!checked.ok) return { errors: errors }
    const { stateCode: _, ...entry } = checked.shipping
    return async () => {
      if (address) await updateAddress(userId, address.id, { ...entry, is_default: preferred })
      else await saveAddress(userId, { ...entry, is_default: preferred })
      await queries.invalidateQueries({ queryKey: ['addresses', userId] })
      toast({ title: say.addressSaved, tone: 'success' })
      onClose()
    }
  })

  return (
    <form ref={form} noValidate aria-label={address ? say.editAddress : say.newAddress} className="grid gap-5" onSubmit={save}>
      <FormAlert attempt={attempt} message={message} fields={attempt > 0 && message === null ? errors : {}} />
      <AddressFields {...part} />
      <InvoiceFields {...part} />
      <label className="flex min-h-[36px] cursor-pointer items-center gap-3">
        <input type="checkbox" checked={preferred} onChange={(event) => setPreferred(event.target.checked)} className="size-[18px] accent-plum-600" />
        {say.offerFirst}
      </label>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button type="submit" variant="primary" busy={busy} busyText={say.saving}>
          {say.saveAddress}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
      </div>
    </form>
  )
}
