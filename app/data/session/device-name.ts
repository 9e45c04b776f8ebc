import * as say from '#words/security.ts'

const nameOf = (agent: string, names: [string, string][]): string | undefined => names.find(([mark]) => agent.includes(mark))?.[1]

/** The browser and system of a user agent in plain words: 'Chrome on Windows'. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = nameOf(agent, say.browsers)
  const system = nameOf(agent, say.systems)
  if (!browser && !system) return say.unknownDevice
  return system ? say.browserOn(browser ?? say.unknownBrowser, system) : (browser ?? say.unknownDevice)
}
