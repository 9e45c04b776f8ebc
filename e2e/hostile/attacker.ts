/**
 * The attack, in a separate process so that it does not slow down the measuring process: `node e2e/hostile/attacker.ts`, with the
 * attack as JSON on standard input and the outcome as JSON on standard output. Loopback only, and bounded by `requests`.
 */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { AnswerReader, type Answer } from './answer-reader.ts'
import { seeded } from './random.ts'
import { hostileRequest, type HostileRequest } from './requests.ts'
import type { Attack, Outcome } from './target.ts'

/** A request without an answer after this time counts as a timeout, ms. */
const PATIENCE = 30_000
/** Bytes that never become a complete request get no answer before the shop's own timeout: the attacker gives up after this time, ms. */
const PATIENCE_WITH_BROKEN = 500
const SAMPLES = 12

const attack = JSON.parse(await text(process.stdin)) as Attack
const random = seeded(attack.seed)
const outcome: Outcome = { sent: 0, answered: 0, closed: 0, timeouts: 0, statuses: {}, errors: { count: 0, kinds: {}, samples: [] }, timeoutSamples: [] }

function note(request: HostileRequest, answer: Answer | 'closed' | 'timeout'): void {
  if (answer === 'closed') {
    outcome.closed += 1
    return
  }
  if (answer === 'timeout') {
    outcome.timeouts += 1
    if (outcome.timeoutSamples.length < SAMPLES) outcome.timeoutSamples.push(request.what)
    return
  }
  outcome.answered += 1
  outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1
  // 501 is the API's status for a part that is not built: a refusal, not an error of the server.
  if (answer.status < 500 || answer.status === 501 || (answer.status === 503 && answer.retryAfter)) return
  outcome.errors.count += 1
  const kind = `${answer.status} ${request.what.split(/[? ]/, 2).join(' ').slice(0, 100)}`
  const times = (outcome.errors.kinds[kind] = (outcome.errors.kinds[kind] ?? 0) + 1)
  if (times === 1 && outcome.errors.samples.length < SAMPLES) outcome.errors.samples.push(`${answer.status} ${request.what}`)
}

/** Sends one request over the socket; resolves to the answer, or to the reason why there is none. */
function exchange(socket: Socket, request: HostileRequest): Promise<Answer | 'closed' | 'timeout'> {
  const reader = new AnswerReader(() => request.method)
  return new Promise((resolve) => {
    const finish = (answer: Answer | 'closed' | 'timeout'): void => {
      clearTimeout(patience)
      socket.removeAllListeners()
      // Errors of an abandoned socket do not matter, but without a listener one would end this process.
      socket.on('error', () => undefined)
      resolve(answer)
    }
    const broken = request.method === 'BROKEN'
    const patience = setTimeout(() => finish(broken ? 'closed' : 'timeout'), broken ? PATIENCE_WITH_BROKEN : PATIENCE)
    const ended = (): void => finish(reader.end() ?? 'closed')
    socket.on('error', ended)
    socket.on('close', ended)
    socket.on('data', (bytes) => {
      try {
        const answer = reader.feed(bytes)
        if (answer) finish(answer)
      } catch {
        finish('closed')
      }
    })
    socket.write(request.bytes)
  })
}

async function connection(): Promise<void> {
  let socket: Socket | undefined
  while (outcome.sent < attack.requests) {
    outcome.sent += 1
    const request = hostileRequest(random, attack.target)
    if (!socket || socket.destroyed || !socket.writable) socket = connect(attack.target.port, '127.0.0.1')
    const answer = await exchange(socket, request)
    note(request, answer)
    if (typeof answer === 'string' || !answer.keepsOpen || request.method === 'BROKEN') socket.destroy()
  }
  socket?.destroy()
}

await Promise.all(Array.from({ length: attack.connections }, connection))
process.stdout.write(JSON.stringify(outcome))
