/** Returns of an order, for its customer and for staff (docs/rules.md#returns). Money in rupees. */
import type { SelectedRow } from '#supabase/database.ts'
import type { ReturnReason, ReturnWish } from '#domain/orders/returns.ts'
import * as say from '#words/returns.ts'
import { detailOf } from '../api/error-detail.ts'
import { isLost } from '../api/lost-answer.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

const COLUMNS =
  'id,number,state,asked_by,reason,wish,message,decline_reason,credited,deduction,deduction_reason,settled_as,exchange_order,created_at,ended_at,version,return_lines(order_item_id,quantity,exchange_for,restocked,damaged,lost,credited)'
export type OrderReturn = SelectedRow<'returns', typeof COLUMNS>

/** `until`: until when the customer may ask; null: not at all. `pieces`: how many of each line are in no return yet, by its id. */
export type Returnable = { until: string | null; open: boolean; pieces: Record<string, number> | null }

/** The returns of an order, newest first, and what of it can still be returned; null: it is not delivered. */
export async function fetchReturns(orderId: string): Promise<{ returns: OrderReturn[]; returnable: Returnable | null }> {
  const client = await loadSupabase()
  const [listed, left] = await Promise.all([
    client.from('returns').select(COLUMNS).eq('order_id', orderId).order('number', { ascending: false }).retry(false),
    client.rpc('returnable', { p_order: orderId }, { get: true }).retry(false),
  ])
  const error = listed.error ?? left.error
  if (error) throw new Error(say.notRead, { cause: error })
  return { returns: listed.data ?? [], returnable: left.data }
}

export type ReturnedLine = { item: string; quantity: number; /** of a wished exchange: the product */ exchange_for?: string }
/** `message`: the sentence to show. `stale`: the return or the order has changed. */
export type StepResult = { ok: true; id: string } | { ok: false; message: string; stale: boolean }

type Answer = { data: unknown; error: { message: string; details?: string | null } | null }

/** Turns the code of a refusal into a sentence. */
function resultOf({ data, error }: Answer): StepResult {
  if (!error) return { ok: true, id: typeof data === 'string' ? data : '' }
  const code = String(detailOf(error.details)['code'] ?? '')
  const known = say.refused[code as keyof typeof say.refused] as string | undefined
  return { ok: false, message: known ?? say.notSaved, stale: code === 'STALE' || code === 'NOT_LEFT' || code === 'GONE' }
}

type Asked = { orderId: string; lines: ReturnedLine[]; reason: ReturnReason; message: string; wish?: ReturnWish }
const asked = ({ orderId, lines, reason, message, wish = 'refund' }: Asked) => ({
  p_order: orderId,
  p_lines: lines,
  p_reason: reason,
  p_message: message.trim(),
  p_wish: wish,
})

/** @param known the returns that the order had before */
async function begin(by: 'customer' | 'staff', request: Asked, known: ReadonlySet<string>): Promise<StepResult> {
  const answer = await (await loadSupabase()).rpc(by === 'customer' ? 'ask_return' : 'book_return', asked(request))
  if (!isLost(answer)) return resultOf(answer)
  // asking again would make a second one
  const read = await fetchReturns(request.orderId).catch(() => null)
  const made = read?.returns.find(({ id, asked_by, message }) => !known.has(id) && asked_by === by && (message ?? '') === request.message.trim())
  if (made) return { ok: true, id: made.id }
  return read ? resultOf(answer) : { ok: false, message: say.unknownOutcome, stale: true }
}
export const askReturn = (request: Asked, known: ReadonlySet<string>) => begin('customer', request, known)
export const bookReturn = (request: Asked, known: ReadonlySet<string>) => begin('staff', request, known)

type At = Pick<OrderReturn, 'id' | 'version'>
const at = ({ id, version }: At) => ({ p_return: id, p_version: version })

export async function withdrawReturn(one: At): Promise<StepResult> {
  return resultOf(await (await loadSupabase()).rpc('withdraw_return', at(one)))
}

export async function approveReturn(one: At): Promise<StepResult> {
  return resultOf(await (await loadSupabase()).rpc('approve_return', at(one)))
}

export async function declineReturn(one: At, reason: string): Promise<StepResult> {
  return resultOf(await (await loadSupabase()).rpc('decline_return', { ...at(one), p_reason: reason }))
}

export type ReceivedLine = { item: string; restocked: number; damaged: number; lost: number }

export async function receiveReturn(one: At, lines: ReceivedLine[]): Promise<StepResult> {
  return resultOf(await (await loadSupabase()).rpc('receive_return', { ...at(one), p_lines: lines }))
}

export type Closing = { lines: { item: string; credited: number }[]; charges: boolean; deduction: number; deductionReason: string }

/** @param closing `deduction` in rupees @param settle what the customer gets; an exchange is app/data/admin/orders/exchange.ts */
export async function closeReturn(one: At, { lines, charges, deduction, deductionReason }: Closing, settle: 'refund' | 'credit'): Promise<StepResult> {
  const client = await loadSupabase()
  return resultOf(
    await client.rpc('close_return', {
      ...at(one),
      p_lines: lines,
      p_charges: charges,
      p_deduction: deduction,
      p_deduction_reason: deductionReason,
      p_settle: settle,
    }),
  )
}

export async function fetchPhotoIds(returnId: string): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('return_photo_ids', { p_return: returnId }, { get: true })
  if (error) throw new Error(say.photosNotRead, { cause: error })
  return data
}

/** A photo as the address of an image. */
export async function fetchPhoto(id: string): Promise<string> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('return_photo', { p_photo: id }, { get: true })
  if (error) throw new Error(say.photosNotRead, { cause: error })
  return `data:image/jpeg;base64,${data}`
}

/** The longer side of a photo as it is sent, in pixels. */
const SENT = 1600

/** The photo, smaller than the camera made it: a mobile connection sends a tenth of the bytes. What this browser cannot read is sent as it is. */
async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, SENT / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85))
  } catch {
    return file
  }
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(text)
}

/** @returns null when it was added, else the sentence to show */
export async function addPhoto(returnId: string, file: File): Promise<string | null> {
  try {
    const client = await loadSupabase()
    const { error } = await client.functions.invoke('add-return-photo', { body: { return_id: returnId, image: await base64Of(await smaller(file)) } })
    if (!error) return null
    const body = (await refusedAnswer(error))?.body as { code?: string; fields?: { image?: string } } | null | undefined
    return body?.fields?.image ?? say.refused[body?.code as keyof typeof say.refused] ?? say.photoNotAdded
  } catch {
    return say.photoNotAdded
  }
}
