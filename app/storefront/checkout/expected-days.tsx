import { useQuery } from '@tanstack/react-query'
import * as say from '#words/checkout.tsx'
import { askDeliveryDays } from '../../data/shop/delivery-days.ts'

/** When the parcel should arrive. The line has its height before the answer, and stays empty without one. */
export function ExpectedDays({ pincode }: { pincode: string }) {
  const { data } = useQuery({ queryKey: ['delivery-days', pincode], queryFn: () => askDeliveryDays(pincode), retry: false })
  if (data?.ok === false && data.reason === 'unserved') return <p className="min-h-[1.5em] font-[550] text-cancelled">{say.notServed(pincode)}</p>
  return <p className="num min-h-[1.5em] font-[550] text-leaf-700">{data?.ok ? say.expected(data.days) : null}</p>
}
