/** Codes and numbers that the database sends as JSON in the detail of an error; empty when it sent none. */
export function detailOf(details: unknown): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(String(details))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
