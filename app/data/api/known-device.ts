/**
 * Marks a device that has signed in here before: a token from the last sign-in is sent with the next one, so that a stranger's wrong
 * guesses cannot lock the owner out (docs/decisions/0035-sign-in-limits.md). It grants nothing, identifies no one, and survives a
 * sign-out, because it is needed after that.
 */
const HEADER = 'x-device-token'
const KEY = 'shringar-known-device'
/** The most accounts that share a device. */
const KEPT = 3
const SIGN_IN = /\/auth\/v1\/token\?grant_type=password/

function read(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(',').filter((token) => token !== '')
  } catch {
    return [] // the browser's settings forbid storage
  }
}

function keep(token: string): void {
  try {
    localStorage.setItem(KEY, [token, ...read()].slice(0, KEPT).join(','))
  } catch {
    // Nothing else is lost: after another person's guesses the user may have to wait.
  }
}

/** Sends the tokens with a sign-in, and stores the one that the response returns. */
export function withDevice(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const headers = new Headers(init?.headers)
    if (SIGN_IN.test(address) && read().length > 0) headers.set(HEADER, read().join(','))
    const answer = await send(input, { ...init, headers })
    const token = answer.headers.get(HEADER)
    if (token) keep(token)
    return answer
  }
}
