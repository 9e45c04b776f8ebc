import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/consents.ts'
import { answerOffers, fetchOffersConsent } from '../../data/account/consents.ts'
import type { OffersConsent } from '../../data/account/consents.ts'
import { PanelSkeleton } from '../../ui/page/panel-skeleton.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { toast } from '../../ui/overlay/toast.ts'

/** The notices shown and the consents given, by purpose; the same switch gives and withdraws a consent (DPDP Act s.6(4)). */
export function ConsentPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const key = ['consents', userId]
  const consent = useQuery({ queryKey: key, queryFn: () => fetchOffersConsent(userId) })
  const answer = useMutation({
    mutationFn: answerOffers,
    onMutate: async (given) => {
      // A read from before the switch was pressed would answer without it.
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<OffersConsent | null>(key)
      queries.setQueryData<OffersConsent>(key, { given, created_at: new Date().toISOString() })
      return { before }
    },
    onSuccess: (_, given) => toast({ title: given ? say.offersOn : say.offersOff, tone: 'success' }),
    onError: (_, __, context) => {
      queries.setQueryData(key, context?.before ?? null)
      toast({ title: say.notSaved, description: say.notSavedText, tone: 'error' })
    },
    // The switch does not wait for it.
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  })
  if (consent.isPending) return <PanelSkeleton lines={5} />
  if (consent.isLoadingError) return <ErrorPanel title={say.loadFailed} onRetry={() => void consent.refetch()} />
  const last = consent.data
  return (
    <Panel title={say.whatYouAgreed}>
      <h3 className="text-base">{say.needed}</h3>
      <p className="mt-1 text-pretty text-ink-2">{say.accountNotice}</p>
      <h3 className="mt-5 border-t border-line pt-5 text-base">{say.asked}</h3>
      <label className="mt-2 flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says itself whether it is checked
          role="switch"
          checked={last?.given ?? false}
          disabled={answer.isPending}
          aria-describedby="offers-since"
          onChange={(event) => answer.mutate(event.target.checked)}
          className="relative mt-[2px] h-6 w-11 flex-none cursor-pointer appearance-none rounded-full bg-ink-3 transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-[18px] before:rounded-full before:bg-white before:transition-transform checked:bg-plum-600 checked:before:translate-x-5"
        />
        <span className="text-pretty">{say.offersNotice}</span>
      </label>
      <p id="offers-since" aria-live="polite" className="mt-2 pl-14 text-sm text-ink-2">
        {last === null ? say.neverGiven : (last.given ? say.givenOn : say.withdrawnOn)(formatDate(last.created_at))}
      </p>
      <p className="mt-5 border-t border-line pt-5 text-pretty text-ink-2">
        {say.inYourWishlist}{' '}
        <Link to="/wishlist" className="link inline-block py-[3px]">
          {say.toWishlist}
        </Link>
      </p>
    </Panel>
  )
}
