import { checkParts } from './check-parts.ts'
import { runParts } from './parts.ts'

await runParts(checkParts)
