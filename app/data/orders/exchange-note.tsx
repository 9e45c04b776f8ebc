import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as say from '#words/returns.ts'
import { fetchExchangedReturn } from './exchanged-return.ts'

type ExchangeNoteProps = { order: { id: string; channel: string }; /** the page of an order */ pathOf: (id: string) => string }

/** On the new order of an exchange: which return it is for. Nothing on other orders. */
export function ExchangeNote({ order, pathOf }: ExchangeNoteProps) {
  const read = useQuery({
    queryKey: ['orders', 'exchanged', order.id],
    queryFn: () => fetchExchangedReturn(order.id),
    enabled: order.channel === 'other',
    staleTime: Infinity,
  })
  if (!read.data) return null
  return (
    <p>
      {say.exchangeFor(read.data.number)}{' '}
      <Link to={pathOf(read.data.order_id)} className="link">
        #{read.data.order_id.slice(0, 8)}
      </Link>
    </p>
  )
}
