import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as say from '#words/profile.ts'
import { deleteAddress, fetchAddresses, saveAddress, updateAddress } from '../../data/account/addresses.ts'
import type { SavedAddress } from '../../data/account/addresses.ts'
import { TextSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { AddressForm } from './address-form.tsx'

type Open = { editing: SavedAddress | null } | null

/** Delivery addresses: add, edit, make the default, remove with an undo. */
export function AddressBook({ userId, email }: { userId: string; email: string }) {
  const addresses = useQuery({ queryKey: ['addresses', userId], queryFn: () => fetchAddresses(userId) })
  const [open, setOpen] = useState<Open>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  // The form replaced the list and took the focus; both come back together.
  useEffect(() => {
    if (open !== null || !returns.current) return
    returns.current = false
    addButton.current?.focus()
  }, [open])
  if (open) {
    return (
      <Panel title={open.editing ? say.editAddress : say.newAddress}>
        <AddressForm
          userId={userId}
          email={email}
          address={open.editing}
          first={addresses.data?.length === 0}
          onClose={() => {
            returns.current = true
            setOpen(null)
          }}
        />
      </Panel>
    )
  }
  return (
    <Panel title={say.deliveryAddresses}>
      {addresses.isPending ? <TextSkeleton lines={4} /> : null}
      {addresses.data === undefined && addresses.isError ? (
        <ErrorPanel title={say.addressesFailed} onRetry={() => void addresses.refetch()} error={addresses.error} />
      ) : null}
      {addresses.data?.length === 0 ? <p className="text-ink-2">{say.noAddresses}</p> : null}
      <ul>
        {addresses.data?.map((address) => (
          <Entry key={address.id} userId={userId} address={address} onEdit={() => setOpen({ editing: address })} />
        ))}
      </ul>
      {addresses.data ? (
        <Button ref={addButton} className="mt-5" wide onClick={() => setOpen({ editing: null })}>
          {say.addAddress}
        </Button>
      ) : null}
    </Panel>
  )
}

const act = 'link py-2 text-sm'

function Entry({ userId, address, onEdit }: { userId: string; address: SavedAddress; onEdit: () => void }) {
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: ['addresses', userId] })
  const onError = () => toast({ title: say.bookFailed, description: say.bookFailedText, tone: 'error' })
  const restore = useMutation({
    mutationFn: (removed: SavedAddress) => saveAddress(userId, bare(removed)),
    onSuccess: changed,
    onError,
  })
  const remove = useMutation({
    mutationFn: () => deleteAddress(userId, address.id),
    onSuccess: () => {
      toast({ title: say.addressRemoved, tone: 'success', action: { label: say.undo, onClick: () => restore.mutate(address) } })
      return changed()
    },
    onError,
  })
  const prefer = useMutation({ mutationFn: () => updateAddress(userId, address.id, { is_default: true }), onSuccess: changed, onError })
  const which = <span className="sr-only">{say.addressOf(address.full_name, address.city)}</span>
  return (
    <li className="border-b border-line py-4 last:border-0 last:pb-0">
      <address className="min-w-0 leading-[1.5] not-italic">
        <b className="font-semibold">{address.full_name}</b>
        {address.company_name ? `, ${address.company_name}` : ''}
        {address.is_default ? (
          <span className="ml-2 rounded-full bg-plum-100 px-[10px] py-[2px] text-xs font-[650] text-plum-700">{say.defaultAddress}</span>
        ) : null}
        <span className="num block break-words text-ink-2">
          {address.address}, {address.city} {address.pincode}, {address.state}
          <br />
          {address.phone}
          {address.gstin ? say.andGstin(address.gstin) : ''}
        </span>
      </address>
      <div className="mt-1 flex flex-wrap gap-x-5">
        <button type="button" className={act} onClick={onEdit}>
          {say.edit}
          {which}
        </button>
        {address.is_default ? null : (
          <button type="button" className={act} onClick={() => prefer.mutate()}>
            {say.makeDefault}
            {which}
          </button>
        )}
        <button type="button" className={act} onClick={() => remove.mutate()}>
          {say.remove}
          {which}
        </button>
      </div>
    </li>
  )
}

/** The fields that the address book writes, without the columns that the database sets. */
function bare({ full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default }: SavedAddress): Parameters<typeof saveAddress>[1] {
  return { full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default }
}
