// Keeps the server running: restarts it after a crash, with growing pauses, until it is asked to stop. Plain JavaScript without dependencies, like start.mjs.
import { spawn } from 'node:child_process'
import { ONLY_A_PERSON } from '../server/exit-code.mjs'

/** Milliseconds before the next start: the first pause, doubled each time, up to the longest. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** Milliseconds that a server must be open so that its next crash counts as the first one. */
const STEADY = 60_000
/** Maximum number of starts that a signal may end before the shop is open for the first time. */
const MOST_FIRST_STARTS = 3
/** Milliseconds to wait for the last message of a server that has ended. */
const LAST_MESSAGE = 1000

/**
 * Ends this process with the server's exit code. The server sends 'open' when it accepts requests. A server that fails before it was
 * ever open has printed the reason; a restart would only print it again. A server that exits with 0 was stopped on purpose.
 *
 * @param {{ command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} server
 * @param {number} [firstPause] milliseconds
 */
export function supervise({ command, args, cwd, env }, firstPause = FIRST_PAUSE) {
  let child
  let timer
  let ending = false
  let wasOpen = false
  let crashes = 0

  function start() {
    let openedAt = 0
    child = spawn(command, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message) => {
      if (message !== 'open') return
      openedAt = Date.now()
      wasOpen = true
    })
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`)
      process.exit(1)
    })
    const allRead = new Promise((resolve) => child.on('disconnect', resolve))
    child.on('exit', async (code, signal) => {
      child = undefined
      // The exit event can arrive before the last message has been read.
      await Promise.race([allRead, new Promise((resolve) => setTimeout(resolve, LAST_MESSAGE))])
      if (ending || code === 0) process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
      crashes = openedAt > 0 && Date.now() - openedAt > STEADY ? 1 : crashes + 1
      const isHopeless = code === ONLY_A_PERSON || (!wasOpen && (code !== null || crashes >= MOST_FIRST_STARTS))
      if (isHopeless) process.exit(code ?? 1)
      const pause = Math.min(firstPause * 2 ** (crashes - 1), LONGEST_PAUSE)
      console.error(`The server ended (${signal ?? `exit code ${code}`}); starting it again in ${pause / 1000} s.`)
      timer = setTimeout(start, pause)
    })
  }

  function end(signal) {
    ending = true
    clearTimeout(timer)
    if (!child) process.exit(0)
    // Ctrl-C reaches the server itself through the terminal; other signals are passed on. Either way it shuts down cleanly.
    if (signal !== 'SIGINT') child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  start()
}
