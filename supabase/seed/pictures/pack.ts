import type { Colour } from './colour.ts'
import type { Ink, Metal } from './ink.ts'

/** The look of a pack and the text printed on it. The text comes from the product itself. */
export type Pack = {
  brand: string
  lines: readonly string[]
  size: string
  body: Colour
  accent: Colour
  metal: Metal
  /** The silhouette of a form: 0 is the plain one. */
  shape: number
  /** Colours for pictures with several pieces (lacquers, pans, bangles). */
  shades: readonly Colour[]
  hindi: string
}

/** A drawn pack: its foot is at 0,0 and it extends upwards (negative y). Sizes in scene units (the scene is 1200 wide). */
export type Drawn = { art: string; width: number; height: number; foot: number }

export type Form = (ink: Ink, pack: Pack) => Drawn
