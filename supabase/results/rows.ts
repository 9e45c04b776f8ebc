/**
 * Helpers for the results of functions. The catalogue knows neither the shape of json nor which columns of a returned table may be null
 * or hold listed values; the files of this folder say it, once for every caller. Types only.
 */
import type { Database as Generated } from '../database.types.ts'

/** Puts the columns of `Precise` in the place of those of the same name. */
export type Overlay<Row, Precise> = { [Column in keyof Row]: Column extends keyof Precise ? Precise[Column] : Row[Column] }

type Functions = Generated['public']['Functions']
type Row<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Returned)[] ? Returned : never

/** The rows that a function returns, with what is known of some of their columns; without: none of them is ever null. */
export type Rows<Name extends keyof Functions, Precise extends Partial<Record<keyof Row<Name>, unknown>> = Row<Name>> = Overlay<Row<Name>, Precise>[]
