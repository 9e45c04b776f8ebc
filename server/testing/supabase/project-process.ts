/**
 * The database of a Supabase project as a process, for browser tests: the official CLI has pushed the shop's migrations, and another
 * process may open the embedded services on it. Prints one line of JSON with the addresses of the owner and of the superuser; ends
 * with its standard input.
 */
import { startSupabaseProject } from '../supabase-project.ts'

const project = await startSupabaseProject()
await project.push()
await project.addServices()
console.log(JSON.stringify({ url: project.url, superuserUrl: project.superuserUrl }))
process.stdin.resume().once('end', () => void project.stop())
