import { ApiError } from '../../core/errors.ts'

/** The parsed Prefer header. */
export type Preferences = {
  readonly returns: 'representation' | 'minimal' | null
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly missing: 'default' | 'null' | null
  readonly maxAffected: number | null
  /** The preferences that were honoured, for Preference-Applied. */
  readonly applied: readonly string[]
}

const VALUES: Record<string, readonly string[]> = {
  return: ['representation', 'minimal', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
}

const NONE: Preferences = {
  returns: null,
  resolution: null,
  count: null,
  missing: null,
  maxAffected: null,
  applied: [],
}

/**
 * Parses Prefer. Ignores unknown preferences as RFC 7240 requires, unless `handling=strict` (PGRST122). The first value of a
 * preference counts. max-affected requires strict handling, as in PostgREST.
 */
export function parsePreferences(header: string | null): Preferences {
  if (header === null || header === '') return NONE
  const known = new Map<string, string>()
  const invalid: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    const [name = '', value = ''] = text.split('=', 2).map((side) => side.trim())
    const isKnown = VALUES[name]?.includes(value) || (name === 'max-affected' && /^\d{1,9}$/.test(value))
    if (!isKnown) {
      if (text !== '') invalid.push(text)
    } else if (!known.has(name)) known.set(name, value)
  }
  const strict = known.get('handling') === 'strict'
  if (strict && invalid.length > 0) {
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    })
  }
  if (known.get('return') === 'headers-only') {
    throw new ApiError(400, 'PGRST127', 'Feature not implemented', { details: 'Prefer: return=headers-only is not supported' })
  }
  const maxAffected = known.get('max-affected')
  if (!strict) known.delete('max-affected')
  // As in PostgREST by default, a caller cannot request a rollback: it would undo the attempts that functions count.
  known.delete('tx')
  return {
    returns: (known.get('return') ?? null) as Preferences['returns'],
    resolution: (known.get('resolution') ?? null) as Preferences['resolution'],
    count: (known.get('count') ?? null) as Preferences['count'],
    missing: (known.get('missing') ?? null) as Preferences['missing'],
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: [...known].map(([name, value]) => `${name}=${value}`),
  }
}
