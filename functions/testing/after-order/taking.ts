/** How a step is taken in the shop: at the world's time, as a person, by SQL or by a server function. */
import { hasSqlState } from '#postgres/sql-state.ts'
import type { FunctionContext, ShopFunction } from '../../context.ts'
import type { Person } from '../shop.ts'
import type { World } from './world.ts'

export type Answer = { status: number; body: Record<string, unknown> & { code?: string; order?: { id: string } } }

/** Refusals of the database: a step that is not allowed now, a row that is gone, an invalid value. */
const REFUSALS = ['PT409', 'PT404', '42501', '22023', '23514']

/** Refusals of a request whose fields are right, and which does not fit the order. */
const UNSUITABLE = ['NOTHING_CHANGED', 'PAYMENT_METHOD_UNAVAILABLE']

/** The connection was lost in the middle of the step. */
export class Killed extends Error {}
const isKilled = ({ killedAt }: World, error: unknown): boolean =>
  killedAt !== null && error instanceof Error && (hasSqlState(error, '57P01') || error.message.includes('Connection terminated'))

/** A caller at the world's time. */
export function callerOf(world: Pick<World, 'shop' | 'now' | 'killedAt'>, person: Person): FunctionContext {
  const context = world.shop.context(person)
  const moment = world.now.toISOString()
  const dated =
    (run: FunctionContext['asUser']): FunctionContext['asUser'] =>
    (work) =>
      run((query) => {
        void query("select set_config('shop.as_of', $1, true), set_config('test.killed_at', $2, true)", [moment, String(world.killedAt ?? '')])
        return work(query)
      })
  return { ...context, asUser: dated(context.asUser), asOrderService: dated(context.asOrderService) }
}

const tell = (world: World, name: string, what: unknown) =>
  world.story.push(
    `${world.now.toISOString().slice(0, 16)} ${name} ${JSON.stringify(what, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
  )
const count = (world: World, name: string) => world.counts.set(name, (world.counts.get(name) ?? 0) + 1)

/**
 * Takes a step by SQL as this person. What the book allows has to succeed, everything else has to be refused and to change nothing.
 *
 * @returns the first row, or null when it was refused
 */
export async function sqlStep(
  world: World,
  name: string,
  person: Person,
  allowed: boolean,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown> | null> {
  tell(world, `${name}${allowed ? '' : ' (refused)'}`, values)
  const row = await tried(world, person, text, values)
  if (row instanceof Error ? allowed : !allowed) throw withStory(world, name, row instanceof Error ? row : new Error('was not refused'))
  count(world, allowed ? name : `${name} refused`)
  return row instanceof Error ? null : row
}

/** The first row, or the refusal: an error, or a policy that finds no row. */
async function tried(world: World, person: Person, text: string, values: unknown[]): Promise<Record<string, unknown> | Error> {
  try {
    const [row] = await callerOf(world, person).asUser((query) => query<Record<string, unknown>>(text, values))
    return row ?? new Error('no row')
  } catch (error) {
    if (isKilled(world, error)) throw new Killed()
    if (error instanceof Error && REFUSALS.some((state) => hasSqlState(error, state))) return error
    throw withStory(world, text, error)
  }
}

/** The same for a server function. `allowed` false, or the code of the refusal that is due. */
export async function functionStep(
  world: World,
  name: string,
  person: Person,
  allowed: boolean | string,
  work: ShopFunction,
  body: object,
): Promise<Answer['body'] | null> {
  tell(world, `${name}${allowed === true ? '' : ` (refused${allowed === false ? '' : `: ${allowed}`})`}`, body)
  const { status, body: answer } = await ask(world, person, work, body).catch((error: unknown) => {
    throw isKilled(world, error) ? new Killed() : error
  })
  const expected = status === 200 || status === 409 || (status === 400 && UNSUITABLE.includes(answer.code ?? ''))
  if ((status === 200) !== (allowed === true) || !expected || (typeof allowed === 'string' && answer.code !== allowed))
    throw withStory(world, name, new Error(`${status} ${JSON.stringify(answer)}`))
  count(world, allowed === true ? name : `${name} refused`)
  return allowed === true ? answer : null
}
export async function ask(world: World, person: Person, work: ShopFunction, body: object): Promise<Answer> {
  const answer = await work(new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify(body) }), callerOf(world, person))
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

function withStory(world: World, name: string, error: unknown): Error {
  return new Error(`${name}: ${error instanceof Error ? error.message : String(error)}\n${world.story.join('\n')}`, { cause: error })
}
