/** A flag of the device, not of the user: it stays after a sign-out. Someone who speaks or presses keys by accident must be able to turn the key off (WCAG 2.1.4). */
const FLAG = 'shringar-device-slash-off'

export function slashIsOff(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}

export function turnSlash(off: boolean): void {
  try {
    if (off) localStorage.setItem(FLAG, '1')
    else localStorage.removeItem(FLAG)
  } catch {
    // the browser's settings forbid storage: the key stays as it is
  }
}
