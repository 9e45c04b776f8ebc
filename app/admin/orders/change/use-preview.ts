import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchChangePreview } from '../../../data/admin/orders/order-change.ts'
import type { ChangeBody, ChangePreview } from '../../../data/admin/orders/order-change.ts'
import { refusalWords } from './change-words.ts'
import { usePaused } from '../create/use-paused.ts'

/** The pause in typing before the shop is asked, in ms. */
const PAUSE_MS = 250

/** What the change would cost. `problem`: why it is refused; `current`: the answer belongs to exactly this change. */
export function usePreview(
  body: ChangeBody,
  enabled: boolean,
): { preview: ChangePreview | undefined; problem: string | null; current: boolean; again: () => void } {
  const text = JSON.stringify(body)
  const asked = usePaused(text, PAUSE_MS)
  const query = useQuery({
    queryKey: ['order-change', asked],
    queryFn: () => fetchChangePreview(JSON.parse(asked) as ChangeBody),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
  const answer = enabled ? query.data : undefined
  const current = enabled && asked === text && query.isSuccess && !query.isFetching
  return {
    preview: answer?.kind === 'done' ? answer.data : undefined,
    problem: answer === undefined || answer.kind === 'done' || answer.kind === 'invalid' || !current ? null : refusalWords(answer),
    current,
    again: () => void query.refetch(),
  }
}
