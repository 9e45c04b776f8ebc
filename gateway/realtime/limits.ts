/** What one client may cost. A client beyond a limit is told why, or cut off where telling would cost more. */

/** Bytes of one frame from a client; the front door refuses larger ones before they are read whole. */
export const MAX_FRAME = 256 * 1024
/** Bytes of what somebody tells about his presence: it is kept, and sent to everybody who comes. */
export const MAX_PRESENCE = 8 * 1024
/** Bytes that may wait for a slow client before its socket is cut; it comes back and reads the rows anew. */
export const MAX_WAITING = 1024 * 1024
export const MAX_CHANNELS = 100
export const MAX_BINDINGS = 20
export const MAX_TOPIC = 255
/** Frames whose answer is still being worked out. */
export const MAX_PENDING = 100
export const JOINS_PER_SECOND = 100
export const FRAMES_PER_SECOND = 200
export const MAX_SOCKETS = 5000
/** Of one network; loopback is exempt, because a proxy there stands for everybody. */
export const MAX_SOCKETS_PER_NETWORK = 100
/** Presences that one process remembers for a topic, its own and those of others. */
export const MAX_PRESENCES = 1000
/** Milliseconds without a frame. The official client beats every 25 to 30 s. */
export const SILENCE = 75_000

export type Rate = { take(now: number): boolean }

/** At most `most` a second, counted in whole seconds. */
export function createRate(most: number): Rate {
  let second = 0
  let used = 0
  return {
    take(now) {
      const current = Math.floor(now / 1000)
      if (current !== second) [second, used] = [current, 0]
      used += 1
      return used <= most
    },
  }
}

/** Limits that tests set lower, so that they need no megabytes. */
export type Limits = { maxWaiting: number; joinsPerSecond: number; framesPerSecond: number; silence: number; socketsPerNetwork: number }
export const LIMITS: Limits = {
  maxWaiting: MAX_WAITING,
  joinsPerSecond: JOINS_PER_SECOND,
  framesPerSecond: FRAMES_PER_SECOND,
  silence: SILENCE,
  socketsPerNetwork: MAX_SOCKETS_PER_NETWORK,
}
