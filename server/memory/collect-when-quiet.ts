/**
 * Gives back what a rush has left, once the shop is quiet. V8 only collects while memory is asked for: after the last request of a rush it would
 * keep all of it until the next one (docs/decisions/0137-memory-after-a-rush.md).
 */
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Milliseconds between two looks at the process. */
const LOOK = 5000
/** Quiet is a process whose event loop worked for less than this share of the time, at this many looks one after the other. */
const BUSY = 0.03
const QUIET_LOOKS = 2
/** Bytes more than after the last collection: less is not worth its pause of a fifth of a second. */
const WORTH = 16 * 1024 * 1024

export type QuietOptions = {
  /** Lets go of what only a rush needs. Returns the bytes. */
  release: () => number
  look?: number
}

function used(): number {
  const { used_heap_size: heap, external_memory: outside } = getHeapStatistics()
  return heap + outside
}

/** Undefined in a process that was started without `--expose-gc`: then nothing is released or collected. All that can be collected is, and the freed pages of the heap are given back: an ordinary collection keeps most of them for the next rush. */
function collector(): (() => void) | undefined {
  const { gc } = globalThis
  return gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
}

/** @returns ends it */
export function collectWhenQuiet({ release, look = LOOK }: QuietOptions): () => void {
  const collect = collector()
  let quietLooks = 0
  /** Bytes in use after the last collection, and those released since. */
  let left = 0
  let released = 0
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    quietLooks = utilization < BUSY ? quietLooks + 1 : 0
    if (!collect || quietLooks < QUIET_LOOKS) return
    released += release()
    if (used() + released - left < WORTH) return
    collect()
    left = used()
    released = 0
    // Its own pause does not make the process busy.
    before = performance.eventLoopUtilization()
  }, look)
  timer.unref()
  return () => clearInterval(timer)
}
