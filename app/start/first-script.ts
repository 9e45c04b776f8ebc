/**
 * The page's first script: it runs in the head of every page, before anything else has arrived and even when nothing else does.
 * The build makes one short classic script of it (scripts/vite/inline-script.ts), which browsers without modules run too.
 */
import { markStoredSession } from '../data/session/mark-stored-session.ts'
import { keepErrors } from '../diagnostics/keep-errors.ts'
import { keepInstallOffer } from '../pwa/keep-install-offer.ts'
import { holdEarlyPosts } from './early-posts.ts'
import { startModules } from './start-modules.ts'

markStoredSession()
keepInstallOffer()
keepErrors(holdEarlyPosts())
startModules()
