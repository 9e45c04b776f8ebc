/** The limits of one client. Beyond a limit a client gets an error, or is disconnected if an error would cost more. */

/** Bytes of one frame from a client; the WebSocket server refuses larger ones before reading them completely. */
export const MAX_FRAME = 256 * 1024
/** Bytes of a join besides its token, whose length core/jwt.ts limits. */
export const MAX_JOIN = 16 * 1024
/** Bytes of one presence payload: it is kept in memory and sent to every new member. */
export const MAX_PRESENCE = 8 * 1024
/** Bytes buffered for a slow client before it is disconnected; it reconnects and reads the rows again. */
export const MAX_WAITING = 1024 * 1024
export const MAX_CHANNELS = 100
export const MAX_BINDINGS = 20
/** Entries of `postgres_changes` in all channels of a socket: as many as there can be channels. */
export const MAX_SOCKET_BINDINGS = 100
/** Characters of a schema's or a table's name: PostgreSQL has no longer ones. */
export const MAX_NAME = 63
/** Characters of the filter of one entry, its conditions, and their values in all. */
export const MAX_FILTER = 2000
export const MAX_CONDITIONS = 10
export const MAX_VALUES = 100
/** Different filters that one statement evaluates; a session with more of them is read in parts. */
export const MAX_READ_FILTERS = 100
/** Milliseconds for that statement: it reads a few hundred rows by their keys. */
export const READ_TIMEOUT = 3000
/** Changes of rows that wait for one session. If it has no room for more within LATE milliseconds, it misses them and gets a notice. */
export const MAX_WAITING_CHANGES = 2000
export const LATE = 2000
export const MAX_TOPIC = 255
/** Frames of one socket that are still being processed. */
export const MAX_PENDING = 100
/** Their bytes: two of the largest frames. */
export const MAX_PENDING_BYTES = 2 * MAX_FRAME
export const JOINS_PER_SECOND = 100
export const FRAMES_PER_SECOND = 200
export const MAX_SOCKETS = 5000
/** Per network; loopback is exempt, because a local proxy represents all clients. */
export const MAX_SOCKETS_PER_NETWORK = 100
/** Presences per topic in one process, its own and those of other processes. */
export const MAX_PRESENCES = 1000
/** Milliseconds without a frame before a socket is closed. The official client sends a heartbeat every 25 to 30 s. */
export const SILENCE = 75_000

export type Rate = { take(now: number): boolean }

/** Allows at most `most` per second, counted by calendar second. */
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

/** Limits that tests can lower. */
export type Limits = { maxWaiting: number; joinsPerSecond: number; framesPerSecond: number; silence: number; socketsPerNetwork: number }
export const LIMITS: Limits = {
  maxWaiting: MAX_WAITING,
  joinsPerSecond: JOINS_PER_SECOND,
  framesPerSecond: FRAMES_PER_SECOND,
  silence: SILENCE,
  socketsPerNetwork: MAX_SOCKETS_PER_NETWORK,
}
