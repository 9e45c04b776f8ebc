import type { Route } from './+types/route'
import { NO_STORE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'
import { loadDeliveryDays, loadPlaceTerms } from '../../data/shop/delivery-rule.ts'

/** A time within the last year: when an order or its parcel was sent. Anything else counts as today. */
function momentOf(text: string | null): Date | undefined {
  const moment = new Date(text ?? '')
  const age = Date.now() - moment.getTime()
  return age > 0 && age < 366 * 86_400_000 ? moment : undefined
}

/**
 * /delivery-days?pin=110001: small, public and never cached, because the answer changes from day to day. With `terms`: what delivery there costs
 * and how it may be paid.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const headers = { 'cache-control': NO_STORE, 'x-robots-tag': 'noindex' }
  const { db } = context.get(shopContext)
  if (searchParams.has('terms')) {
    const place = { pincode: searchParams.get('pin') ?? '', state: searchParams.get('state') ?? '' }
    const terms = await loadPlaceTerms(db, place).catch(() => null)
    return Response.json(terms, { status: terms === null ? 503 : 200, headers })
  }
  const left = momentOf(searchParams.get('left'))
  const moment = left ?? momentOf(searchParams.get('ordered'))
  const question = { pincode: searchParams.get('pin') ?? '', ...(moment ? { moment } : {}), sent: left !== undefined }
  const answer = await loadDeliveryDays(db, question).catch(() => null)
  return Response.json(answer, { status: answer === null ? 503 : 200, headers })
}
