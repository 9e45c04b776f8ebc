/**
 * The leanest handler for one read that can be written by hand with node:http and pg: it takes on the caller's role and claims, runs one
 * prepared query as that role in a transaction, and sends its JSON. No parsing, no filters, no limits: the measure for /rest/v1.
 * Started with the database's address, the query, the role and its claims.
 */
import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

const [connectionString, text = '', role = '', claims = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })
const begin = `begin read only; set local role ${pg.escapeIdentifier(role)}; set local request.jwt.claims = ${pg.escapeLiteral(claims)}`

async function read(): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const { rows } = await client.query<{ body: string }>({ name: 'read', text })
    await client.query('commit')
    return rows[0]?.body ?? ''
  } finally {
    client.release()
  }
}

async function respond(response: ServerResponse): Promise<void> {
  const body = await read()
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const server = createServer((_request, response) => {
  respond(response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
