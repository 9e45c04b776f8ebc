import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/**
 * Makes a connection go to the address that was checked, whatever its name resolves to by then; undefined for a name, which is resolved
 * by the connection itself.
 */
export function pinnedLookup(checked: string): LookupFunction | undefined {
  const family = isIP(checked)
  if (family === 0) return undefined
  return (_host, { all }, done) => (all === true ? done(null, [{ address: checked, family }]) : done(null, checked, family))
}
