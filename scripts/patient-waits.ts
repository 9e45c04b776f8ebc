/** Vitest waits for a second by default, which is too short on a busy machine. Its configuration has no default for `vi.waitFor`. */
import { vi } from 'vitest'

/** ms, as `expect.poll` has in vitest.config.ts. */
const PATIENCE = 20_000

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)
vi.waitUntil = (callback, options = PATIENCE) => waitUntil(callback, options)
