/**
 * A courier that speaks the shop's own small protocol, described in docs/couriers.md: for a courier's bridge, and the example for a file of
 * one's own.
 */
import * as v from 'valibot'
import { toRupees } from '#domain/money/money.ts'
import { COURIER_STATES, CourierRefusal, CourierUnreachable } from './courier.ts'
import type { Courier, CourierParcel, KnownParcel } from './courier.ts'

/** `url` without a trailing slash; `key` is sent as a bearer token. */
export type HttpCourierAccess = { name: string; url: string; key: string }

/** Milliseconds for one call. */
const TIMEOUT = 10_000
const LARGEST_ANSWER = 64 * 1024
const LARGEST_LABEL = 2 * 1024 * 1024

const BOOKED = v.object({
  reference: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/)),
  tracking_number: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{0,59}$/)),
})
const NEWS = v.object({ state: v.picklist(COURIER_STATES), text: v.fallback(v.pipe(v.string(), v.maxLength(200)), '') })
const REFUSED = v.object({ error: v.pipe(v.string(), v.minLength(1)) })

export function openHttpCourier({ name, url, key }: HttpCourierAccess): Courier {
  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    parcel: string,
    path = '',
    body?: unknown,
  ): Promise<{ status: number; bytes: Uint8Array; type: string }> {
    let answer: Response
    let bytes: Uint8Array
    try {
      answer = await fetch(`${url}/parcels/${encodeURIComponent(parcel)}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, accept: path === '' ? 'application/json' : 'application/pdf', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error', // the key is for this address alone
        signal: AbortSignal.timeout(TIMEOUT),
      })
      bytes = await readAtMost(answer, path === '' ? LARGEST_ANSWER : LARGEST_LABEL)
    } catch (error) {
      throw new CourierUnreachable(`${name} did not answer`, { cause: error })
    }
    // 401 and 403: a wrong key. 408 and 429: later. None of them says anything about the parcel.
    if (answer.status >= 500 || [401, 403, 408, 429].includes(answer.status)) throw new CourierUnreachable(`${name} answered ${answer.status}`)
    return { status: answer.status, bytes, type: answer.headers.get('content-type') ?? '' }
  }

  function read<S extends v.GenericSchema>(schema: S, { status, bytes }: { status: number; bytes: Uint8Array }): v.InferOutput<S> {
    const value = parse(bytes)
    if (status >= 400) {
      const refused = v.safeParse(REFUSED, value)
      throw new CourierRefusal(refused.success ? refused.output.error.slice(0, 200) : `${name} answered ${status}`)
    }
    const checked = v.safeParse(schema, value)
    if (!checked.success) throw new CourierUnreachable(`${name} returned an answer that cannot be read`)
    return checked.output
  }

  return {
    name,
    async book(parcel) {
      const booked = read(BOOKED, await ask('PUT', parcel.key, '', requestOf(parcel)))
      return { reference: booked.reference, trackingNumber: booked.tracking_number }
    },
    async label({ key: parcel }: KnownParcel) {
      const answer = await ask('GET', parcel, '/label')
      if (answer.status >= 400) return read(v.never(), answer)
      if (!answer.type.startsWith('application/pdf') || Buffer.from(answer.bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') {
        throw new CourierUnreachable(`${name} returned a label that is not a PDF`)
      }
      return answer.bytes
    },
    async track({ key: parcel }: KnownParcel) {
      return read(NEWS, await ask('GET', parcel))
    },
    async cancel({ key: parcel }: KnownParcel) {
      const answer = await ask('DELETE', parcel)
      if (answer.status >= 400 && answer.status !== 404) read(v.never(), answer)
    },
  }
}

const requestOf = ({ number, from, to, contents, grams, value, toCollect }: CourierParcel) => ({
  number,
  from,
  to,
  contents,
  weight_grams: grams,
  value: toRupees(value),
  collect: toRupees(toCollect),
})

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** @throws RangeError for a longer body, before it is read whole */
async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > most) throw new RangeError(`The answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
