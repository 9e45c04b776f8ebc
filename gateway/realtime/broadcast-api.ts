/** Broadcasts over HTTP: POST /api/broadcast with a list, or /api/broadcast/{topic}/events/{event} with one. */
import { urlOf } from '../core/request-url.ts'
import type { Session } from '../core/session.ts'
import type { Access } from './access.ts'
import type { Broadcast } from './frames.ts'
import type { Hub } from './hub.ts'
import { PRIVATE_ONLY, topicName } from './join-request.ts'

type Message = { topic: string; private: boolean; broadcast: Broadcast }

const MAX_MESSAGES = 100

function refusal(status: number, message: string): Response {
  return Response.json({ message, error: message }, { status })
}

function messageOf(value: unknown): Message | null {
  if (typeof value !== 'object' || value === null) return null
  const { topic, event, payload, private: isPrivate } = value as Record<string, unknown>
  if (typeof topic !== 'string' || typeof event !== 'string' || topicName(`realtime:${topic}`) === null) return null
  return { topic, private: isPrivate === true, broadcast: { event, encoding: 'json', bytes: Buffer.from(JSON.stringify(payload ?? {})) } }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** @returns null for an invalid body */
async function readMessages(request: Request, path: string): Promise<Message[] | null> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const [, topic, event] = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? []
  if (topic === undefined || event === undefined) {
    const body = parse(bytes) as { messages?: unknown } | undefined
    const list = Array.isArray(body?.messages) ? body.messages.map(messageOf) : [null]
    return list.includes(null) || list.length > MAX_MESSAGES ? null : (list as Message[])
  }
  const message = messageOf({
    topic: decodeURIComponent(topic),
    event: decodeURIComponent(event),
    private: urlOf(request).searchParams.get('private') === 'true',
  })
  const isBinary = (request.headers.get('content-type') ?? '').startsWith('application/octet-stream')
  if (!message || (!isBinary && parse(bytes) === undefined)) return null
  return [{ ...message, broadcast: { event: message.broadcast.event, encoding: isBinary ? 'binary' : 'json', bytes: Buffer.from(bytes) } }]
}

/** Sends all messages, or none if one of them is refused. */
export async function sendBroadcasts(
  request: Request,
  path: string,
  session: Session,
  { access, hub, publicChannels }: { access: Access; hub: Hub; publicChannels: boolean },
): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Broadcasts require POST')
  if ([...urlOf(request).searchParams.keys()].some((name) => name.startsWith('persist')))
    return refusal(501, 'persist is not supported: messages are not stored')
  const messages = await readMessages(request, path).catch((error: unknown) => {
    if (error instanceof URIError) return null
    throw error
  })
  if (!messages) return refusal(422, 'The body must be {"messages":[{"topic","event","payload","private"}]}')
  if (!publicChannels && messages.some((message) => !message.private)) return refusal(403, PRIVATE_ONLY)
  for (const message of messages) {
    if (message.private && !(await access.mayWrite(session, message.topic, 'broadcast'))) {
      return refusal(403, `You do not have permissions to write to this Channel topic: ${message.topic}`)
    }
  }
  for (const { topic, private: isPrivate, broadcast } of messages) hub.broadcast(`${isPrivate ? 'private' : 'public'}:${topic}`, broadcast, null)
  return new Response(null, { status: 202 })
}
