/**
 * This device has signed in here before: a token of the last sign-in goes with the next one, so that a stranger's wrong
 * guesses cannot keep the owner out (docs/decisions/0035-sign-in-limits.md). It opens nothing, names nobody, and stays
 * when somebody signs out, for that is when it is needed.
 */
const HEADER = 'x-device-token'
const KEY = 'shringar-known-device'
/** Accounts that share a device. */
const KEPT = 3
const SIGN_IN = /\/auth\/v1\/token\?grant_type=password/

function read(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(',').filter((token) => token !== '')
  } catch {
    return [] // storage refused by the browser's settings
  }
}

function keep(token: string): void {
  try {
    localStorage.setItem(KEY, [token, ...read()].slice(0, KEPT).join(','))
  } catch {
    // Nothing is lost but the shorter way after somebody else's guesses.
  }
}

/** Sends the tokens with a sign-in, and keeps the one that an answer brings. */
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
