// Runs a script of the project on the Node version that the project pins, whichever Node started npm (>= 20).
import { spawn } from 'node:child_process'
import { ensureInstalled, nodePath, root } from './install.mjs'

await ensureInstalled()
const child = spawn(nodePath(), process.argv.slice(2), { cwd: root, stdio: 'inherit', env: { ...process.env, SHRINGAR_NODE: nodePath() } })
// Ctrl-C reaches the child through the terminal's process group; this parent only waits until it has shut down cleanly.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
