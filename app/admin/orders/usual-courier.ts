/** The last typed courier on this device; not personal data. */
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
    // the admin types it again next time
  }
}
