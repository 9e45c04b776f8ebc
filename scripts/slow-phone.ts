/** The phone and the line of many buyers, for Chromium's throttling: docs/performance.md. */

/** Slow 4G: the round trip in ms, bytes a second. */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
/** So many times as slow as this machine's processor. */
export const SLOWDOWN = 4
