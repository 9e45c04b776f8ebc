/** Before the first paint: a stored session keeps Login from flashing up in the header (app/ui/ornaments.css). */
export function markStoredSession(): void {
  try {
    if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))) document.documentElement.dataset['session'] = ''
  } catch {
    // storage refused by the browser's settings: nobody is signed in
  }
}
