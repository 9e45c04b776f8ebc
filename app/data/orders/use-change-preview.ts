import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePaused } from '../api/use-paused.ts'
import { fetchChangePreview } from './order-change.ts'
import type { ChangeBody, ChangePreview, Changer, SaidRefusal } from './order-change.ts'

/** The pause in typing before the shop is asked, in ms. */
const PAUSE_MS = 250

type Shown = { preview: ChangePreview | undefined; refusal: SaidRefusal | null; current: boolean; failed: boolean; again: () => void }

/**
 * What the change would cost. `refusal`: why it is refused; `current`: the answer belongs to exactly this change; `failed`: the shop gave no
 * answer for it, so that it is to be asked again.
 */
export function useChangePreview(by: Changer, body: ChangeBody, enabled: boolean): Shown {
  const text = JSON.stringify(body)
  const asked = usePaused(text, PAUSE_MS)
  const query = useQuery({
    queryKey: ['order-change', by, asked],
    queryFn: async () => {
      const answer = await fetchChangePreview(by, JSON.parse(asked) as ChangeBody)
      if (answer.kind === 'unknown' || answer.kind === 'busy') throw new Error(answer.kind)
      return answer
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  })
  const answer = enabled ? query.data : undefined
  const current = enabled && asked === text && query.isSuccess && !query.isFetching
  return {
    preview: answer?.kind === 'done' ? answer.data : undefined,
    refusal: answer === undefined || answer.kind === 'done' || answer.kind === 'invalid' || !current ? null : answer,
    current,
    failed: enabled && asked === text && query.isError && !query.isFetching,
    again: () => void query.refetch(),
  }
}
