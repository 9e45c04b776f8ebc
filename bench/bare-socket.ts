/** Answers each request with the same two letters, without reading it: the least that a server can do. */
import { createServer } from 'node:net'

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok')

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('data', () => socket.write(ANSWER))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
