/** Prints a line to the terminal for every step that takes more than a second. */
export type Progress = <T>(what: string, work: () => Promise<T>) => Promise<T>

export function createProgress(write: (text: string) => void): Progress {
  return async (what, work) => {
    const began = Date.now()
    let shown = false
    const late = setTimeout(() => {
      shown = true
      write(`${what} …\n`)
    }, 1000)
    try {
      return await work()
    } finally {
      clearTimeout(late)
      if (shown) write(`${what}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
    }
  }
}
