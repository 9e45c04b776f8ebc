import { tone } from './colour.ts'
import type { Colour } from './colour.ts'
import type { FormName } from './forms/forms.ts'
import type { Ink, Metal } from './ink.ts'
import type { Pack } from './pack.ts'
import type { Prop } from './props/props.ts'
import { filters } from './scene.ts'

/**
 * How the pictures show one product. `lines` is its name, as short as on a pack. `view` is the camera if it is not the brand's, `turn` the
 * angle in degrees at which the thing lies, `oneWay` says that it cannot be mirrored, `dark` is for one product in twelve at most.
 */
export type Shot = {
  form: FormName
  /** The height of what is drawn, in millimetres. */
  tall: number
  lines: readonly string[]
  body: Colour
  accent?: Colour
  metal?: Metal
  shape?: number
  shades?: readonly Colour[]
  hindi?: string
  view?: 'front' | 'top'
  turn?: number
  oneWay?: true
  dark?: true
  props?: readonly Prop[]
}

export type Words = { brand: string; size: string }

export const packOf = (shot: Shot, words: Words): Pack => ({
  brand: words.brand, size: words.size, lines: shot.lines, body: shot.body, accent: shot.accent ?? tone(shot.body, -12),
  metal: shot.metal ?? 'gold', shape: shot.shape ?? 0, shades: shot.shades ?? [shot.body], hindi: shot.hindi ?? '',
})

/** A number from a name (FNV-1a), so that a shot's randomness does not depend on its place in the list. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export const svg = (ink: Ink, width: number, height: number, art: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${filters(ink.backdrop)}${ink.defs.join('')}</defs>${art}</svg>`
