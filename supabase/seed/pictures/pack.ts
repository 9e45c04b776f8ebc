import type { Colour } from './colour.ts'
import type { Ink, Metal } from './ink.ts'

/** What a pack looks like and what is printed on it. The words come from the product itself. */
export type Pack = {
  brand: string
  lines: readonly string[]
  size: string
  body: Colour
  accent: Colour
  metal: Metal
  /** Which of a form's silhouettes: 0 is the plain one. */
  shape: number
  /** Colours of several pieces in one picture (lacquers, pans, bangles). */
  shades: readonly Colour[]
  hindi: string
}

/** A drawn pack: its foot is at 0,0 and it grows upwards (negative y). Sizes in scene units (the scene is 1200 wide). */
export type Drawn = { art: string; width: number; height: number; foot: number }

export type Form = (ink: Ink, pack: Pack) => Drawn
