/** The name under which the server writes the module script (modules.tsx) and the first script finds it (start-modules.ts). */
export const HELD = 'held-module'
