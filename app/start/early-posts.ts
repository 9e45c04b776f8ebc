/**
 * Holds a form that posts and is sent before the app has started, such as the login: only the app can send it, and the server would
 * answer with an error.
 *
 * @returns sends it, once the app has started
 */
export function holdEarlyPosts(): () => void {
  let button: HTMLElement | null = null
  const hold = (event: SubmitEvent): void => {
    if ((event.target as HTMLFormElement).method !== 'post') return
    event.preventDefault()
    button = event.submitter
    if (button) button.ariaBusy = 'true'
  }
  addEventListener('submit', hold, true)
  return () => {
    removeEventListener('submit', hold, true)
    const pressed = button
    button = null
    if (!pressed) return
    pressed.ariaBusy = null
    pressed.click()
  }
}
