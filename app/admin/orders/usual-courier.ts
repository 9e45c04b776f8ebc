/** The courier that was typed last on this device; nothing personal. */
const KEY = 'shringar-admin-courier'

export function usualCourier(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function rememberCourier(name: string): void {
  try {
    localStorage.setItem(KEY, name.slice(0, 80))
  } catch {
    // typed again the next time
  }
}
