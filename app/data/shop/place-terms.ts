import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlaceTerms } from '#domain/delivery/place-terms.ts'

/** The most ms that the checkout waits for the response. */
const PATIENCE_MS = 6000

/** `terms` null: not read yet, or the shop did not answer; the order service then compares the total. `asking`: those shown belong to another place. */
export type KnownTerms = { terms: PlaceTerms | null; asking: boolean }

/** What delivery to this place costs and how it may be paid. @param pincode empty while it is not known: the lowest charges of all places */
export function usePlaceTerms(pincode: string, state: string, enabled = true): KnownTerms {
  const query = useQuery({
    queryKey: ['place-terms', pincode, state],
    queryFn: () => askPlaceTerms(pincode, state),
    enabled,
    retry: 1,
    placeholderData: keepPreviousData,
  })
  return { terms: query.data ?? null, asking: query.isLoading || query.isPlaceholderData }
}

async function askPlaceTerms(pincode: string, state: string): Promise<PlaceTerms> {
  const answer = await fetch(`/delivery-days?${new URLSearchParams({ terms: '1', pin: pincode, state }).toString()}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`delivery terms: ${answer.status}`)
  return (await answer.json()) as PlaceTerms
}
