/** A bare node:http server that sends one file's bytes: the baseline for the shop's responses. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const [file, headersJson] = process.argv.slice(2)
const body = await readFile(file ?? '')
const headers = { ...(JSON.parse(headersJson ?? '{}') as Record<string, string>), 'content-length': String(body.length) }
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
