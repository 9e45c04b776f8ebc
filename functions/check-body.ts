/** Bodies are checked against schemas: one for each function, with every bound in it and a sentence for each field. */
import * as v from 'valibot'
import { toPaise } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { oneLine } from '#domain/text/one-line.ts'
import { isUuid } from '#domain/text/uuid.ts'
import { isObject } from './request-body.ts'

export type CheckedBody<T> = { ok: true; body: T } | { ok: false; fields: Record<string, string> }

/**
 * Every error at once: the first sentence for each field. What is inside a field counts as the field itself.
 *
 * @param names fields that clients know by another name, by their dotted path
 */
export function checkBody<S extends v.GenericSchema>(schema: S, body: unknown, names: Record<string, string> = {}): CheckedBody<v.InferOutput<S>> {
  const checked = v.safeParse(schema, body)
  if (checked.success) return { ok: true, body: checked.output }
  const fields: Record<string, string> = {}
  for (const issue of checked.issues) {
    const path = v.getDotPath(issue) ?? 'body'
    fields[names[path] ?? path.split('.', 1)[0] ?? path] ??= issue.message
  }
  return { ok: false, fields }
}

/** An object with these fields; other fields are dropped. An absent field is validated by its own schema, which has the sentence for it. */
export function fieldsOf<E extends v.ObjectEntries>(entries: E, sentence = 'A JSON object is required') {
  const absent = Object.fromEntries(Object.keys(entries).map((name) => [name, undefined]))
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, sentence),
    v.transform((value) => ({ ...absent, ...value })),
    v.object(entries),
  )
}

/** Rupees in the API, paise in the code. */
export const rupees = (sentence: string) =>
  v.pipe(
    v.number(sentence),
    v.check((amount) => amount >= 0 && amount < 1e10, sentence),
    v.transform((amount): Paise => toPaise(amount)),
  )

const PASSWORD = 'Enter your password'

/** The caller's password, which some actions require again. */
export const withPassword = fieldsOf({ password: v.pipe(v.string(PASSWORD), v.nonEmpty(PASSWORD)) }, PASSWORD)

export const uuid = (sentence: string) => v.custom<string>(isUuid, sentence)

/** '' for a value that is not a string: what comes after decides whether it may be empty. */
export const text = v.fallback(v.string(), '')

/** One line without control characters; '' for a value that is not a string. */
export const line = v.pipe(v.unknown(), v.transform(oneLine))

/** True only for the value `true`. */
export const flag = v.pipe(
  v.unknown(),
  v.transform((value) => value === true),
)
