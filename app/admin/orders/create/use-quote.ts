import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchQuote } from '../../../data/admin/orders/manual-order.ts'
import type { ManualQuote, QuoteBody } from '../../../data/admin/orders/manual-order.ts'
import { quoteBody } from './draft.ts'
import type { Draft } from './draft.ts'
import { usePaused } from '../../../data/api/use-paused.ts'

/** The pause in typing before a quote is requested, in ms. */
const PAUSE_MS = 250

/** The server's quote for the current draft; `current` is true once the answer belongs to exactly this draft. */
export function useQuote(draft: Draft): { quote: ManualQuote | undefined; current: boolean; failed: boolean; again: () => void } {
  const body = quoteBody(draft)
  // Reasons do not affect prices, so typing one triggers no request.
  const lines = body.lines.map((line) => (line.reason === undefined ? line : { ...line, reason: '…' }))
  const text = JSON.stringify({ ...body, lines, discount: body.discount && { ...body.discount, reason: '…' } })
  const asked = usePaused(text, PAUSE_MS)
  const quoted = useQuery({
    queryKey: ['manual-quote', asked],
    queryFn: () => fetchQuote(JSON.parse(asked) as QuoteBody),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: body.lines.length > 0,
  })
  const empty = body.lines.length === 0
  return {
    quote: empty ? undefined : quoted.data,
    current: !empty && asked === text && quoted.isSuccess && !quoted.isFetching,
    failed: !empty && quoted.isError && !quoted.isFetching,
    again: () => void quoted.refetch(),
  }
}
