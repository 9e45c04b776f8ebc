import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/checkout.tsx'
import { saveAddress } from '../../data/account/addresses.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { inFormOrder } from '../../ui/address-values.ts'
import type { AddressValues } from '../../ui/address-values.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import type { Checkout } from './use-checkout.ts'

type AddressStepProps = { userId: string; email: string; addresses: readonly SavedAddress[]; checkout: Checkout; empty: AddressValues; onDone: () => void }

export function AddressStep({ userId, email, addresses, checkout, empty, onDone }: AddressStepProps) {
  const queries = useQueryClient()
  const { draft, checked } = checkout
  const keep = useMutation({
    mutationFn: (address: Parameters<typeof saveAddress>[1]) => saveAddress(userId, address),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['addresses', userId] }),
    onError: () => toast({ title: say.addressNotSaved, description: say.addressNotSavedText, tone: 'error' }),
  })
  const [attempt, setAttempt] = useState(0)
  const [save, setSave] = useState(false)
  // The address of the draft may have been removed from the address book in the meantime.
  const savedId = addresses.some((address) => address.id === draft.savedId) ? draft.savedId : null
  const errors = checked.ok ? {} : inFormOrder(checked.fields)

  function submit() {
    if (!checked.ok) {
      setAttempt(attempt + 1)
      return
    }
    if (save && savedId === null) {
      const { stateCode: _, ...address } = checked.shipping
      keep.mutate(address)
    }
    onDone()
  }

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormAlert attempt={attempt} fields={attempt > 0 ? errors : {}} />
      {addresses.length > 0 ? <SavedAddresses addresses={addresses} chosen={savedId} onChoose={checkout.choose} empty={empty} email={email} /> : null}
      {savedId === null || !checked.ok ? (
        <>
          <AddressFields values={draft.values} errors={errors} showAll={attempt > 0} onChange={checkout.change} />
          <label className="flex min-h-[36px] cursor-pointer items-center gap-3">
            <input type="checkbox" checked={save} onChange={(event) => setSave(event.target.checked)} className="size-[18px] accent-plum-600" />
            {say.saveAddress}
          </label>
        </>
      ) : null}
      <Button type="submit" variant="primary" size="main" wide>
        {say.continueToPayment}
      </Button>
    </form>
  )
}
