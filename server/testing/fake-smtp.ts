/** A fake SMTP server that accepts, refuses, hangs or disconnects on demand and records all mails. */
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Behaviour =
  | 'accepts'
  /** accepts after a delay */
  | 'is slow'
  | 'is closed (421)'
  | 'refuses the recipient for now (450)'
  | 'refuses the recipient permanently (550)'
  | 'refuses the text for now (451)'
  | 'finds more than 20 kB too large (552)'
  | 'disconnects before the text'
  | 'disconnects in the middle of the text'
  /** has received the whole mail, which the client cannot know */
  | 'disconnects instead of replying'
  | 'hangs before its greeting'
  | 'hangs instead of replying'

export type ReceivedMail = { to: string; text: string; messageId: string }
export type FakeSmtp = {
  url: string
  behaviour: Behaviour
  /** All completely received mails, whether acknowledged or not. */
  received: ReceivedMail[]
  /** Recipients whose mail was sent twice concurrently. */
  concurrent: string[]
  /** The most mails that were on their way at once. */
  mostAtOnce: number
  close(): void
}

export async function openFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>()
  const pending = new Set<string>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    handleConnection(socket, fake, pending)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const fake: FakeSmtp = {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    behaviour: 'accepts',
    received: [],
    concurrent: [],
    mostAtOnce: 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return fake
}

function handleConnection(socket: Socket, fake: FakeSmtp, pending: Set<string>): void {
  const is = (behaviour: Behaviour): boolean => fake.behaviour === behaviour
  const say = (line: string): void => void (socket.writable && socket.write(`${line}\r\n`))
  let to = ''
  let text: string | undefined
  let buffer = ''
  socket.on('close', () => pending.delete(to))

  function command(line: string): void {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'RCPT') {
      to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (is('refuses the recipient for now (450)')) return say(`450 <${to}> is busy`)
      if (is('refuses the recipient permanently (550)')) return say(`550 <${to}> is unknown here`)
      if (pending.has(to)) fake.concurrent.push(to)
      pending.add(to)
      fake.mostAtOnce = Math.max(fake.mostAtOnce, pending.size)
    }
    if (word !== 'DATA') return say(word === 'QUIT' ? '221 bye' : '250 ok')
    if (is('disconnects before the text')) return void socket.destroy()
    text = ''
    say('354 go on')
  }

  async function complete(mail: string): Promise<void> {
    text = undefined
    if (is('is slow')) await sleep(5)
    pending.delete(to)
    if (is('refuses the text for now (451)')) return say('451 not now')
    if (is('finds more than 20 kB too large (552)') && mail.length > 20_000) return say('552 too large for this mailbox')
    fake.received.push({ to, text: mail, messageId: /^Message-ID: (.*)$/im.exec(mail)?.[1]?.trim() ?? '' })
    if (is('disconnects instead of replying')) return void socket.destroy()
    if (!is('hangs instead of replying')) say('250 accepted')
  }

  if (is('is closed (421)')) return void socket.end('421 closed for today\r\n')
  if (!is('hangs before its greeting')) say('220 mail.example')
  socket.on('data', (chunk) => {
    if (text !== undefined) {
      if (is('disconnects in the middle of the text')) return void socket.destroy()
      text += String(chunk)
      if (text.endsWith('\r\n.\r\n')) void complete(text)
      return
    }
    buffer += String(chunk)
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      command(line)
    }
  })
}
