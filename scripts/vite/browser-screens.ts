/**
 * Leaves the screens of the back office out of the server's build. They render in the browser alone (app/admin/layout.tsx), and were more than half of the code
 * that each start compiles and the process keeps in memory.
 */
import type { Plugin } from 'vite'
import { modulePath } from './module-path.ts'

/** Every screen but those that someone without a session sees. */
const SCREEN = /^app\/admin\/(?!login\/|join\/).*\/?route\.tsx$/

const ABSENT = "export default function AbsentScreen() { throw new Error('A screen of the back office renders in the browser alone') }"

/** The module that stands for a screen on the server. Throws if the screen has a part that the server would need. */
export function absentScreen(name: string, code: string): string | undefined {
  if (!SCREEN.test(name)) return
  const [other] = code.match(/^export (?!default\b|type\b).*/m) ?? []
  if (other !== undefined) throw new Error(`${name} is left out of the server's build, and the router would not find “${other}”`)
  return ABSENT
}

export function browserScreens(): Plugin {
  return {
    name: 'browser-screens',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: (code, id) => absentScreen(modulePath(id), code),
  }
}
