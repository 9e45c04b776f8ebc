/** Runs before the first paint: a stored session keeps Login from flashing in the header (app/ui/ornaments.css). */
export function markStoredSession(): void {
  try {
    if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))) document.documentElement.dataset['session'] = ''
  } catch {
    // the browser's settings forbid storage, so there is no session
  }
}
