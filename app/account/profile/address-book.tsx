import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as say from '#words/profile.ts'
import { deleteAddress, fetchAddresses, saveAddress } from '../../data/addresses.ts'
import type { SavedAddress } from '../../data/addresses.ts'
import { Bones } from '../../ui/bones.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'

/** Delivery addresses kept at checkout; removing one can be undone. */
export function AddressBook({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const key = ['addresses', userId]
  const addresses = useQuery({ queryKey: key, queryFn: () => fetchAddresses(userId) })
  const failed = () => toast({ title: say.bookFailed, description: say.bookFailedText, tone: 'error' })
  const changed = () => queries.invalidateQueries({ queryKey: key })
  const restore = useMutation({
    mutationFn: ({ full_name, company_name, gstin, address, city, state, pincode, email, phone }: SavedAddress) =>
      saveAddress(userId, { full_name, company_name, gstin, address, city, state, pincode, email, phone }),
    onSuccess: changed,
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: (address: SavedAddress) => deleteAddress(userId, address.id),
    onSuccess: (_, address) => {
      toast({ title: say.addressRemoved, tone: 'success', action: { label: say.undo, onClick: () => restore.mutate(address) } })
      return changed()
    },
    onError: failed,
  })

  return (
    <Panel title={say.deliveryAddresses}>
      {addresses.isPending ? <Bones lines={4} /> : null}
      {addresses.isError ? <ErrorPanel title={say.addressesFailed} onRetry={() => void addresses.refetch()} error={addresses.error} /> : null}
      {addresses.data?.length === 0 ? <p className="text-ink-2">{say.noAddresses}</p> : null}
      <ul>
        {addresses.data?.map((address) => (
          <li key={address.id} className="flex items-start justify-between gap-4 border-b border-line py-4 last:border-0 last:pb-0">
            <address className="min-w-0 leading-[1.5] not-italic">
              <b className="font-semibold">{address.full_name}</b>
              {address.company_name ? `, ${address.company_name}` : ''}
              <span className="num block text-ink-2">
                {address.address}, {address.city} {address.pincode}, {address.state}
                <br />
                {address.phone}
                {address.gstin ? say.andGstin(address.gstin) : ''}
              </span>
            </address>
            <button type="button" className="link py-2 text-sm" onClick={() => remove.mutate(address)}>
              {say.remove}
              <span className="sr-only">{say.addressOf(address.full_name, address.city)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
