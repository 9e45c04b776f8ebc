import { MessageTooLarge } from '#postgres/message-limit.ts'
import { isDatabaseError } from '#postgres/sql-state.ts'
import { ApiError, apiErrorOfDatabase } from '../core/errors.ts'
import { Lru } from '../core/lru.ts'
import type { Log, SchemaCache } from '../core/schema-cache.ts'
import type { Relation, SchemaSnapshot } from '../core/schema-types.ts'
import { isAuthenticated, type Session } from '../core/session.ts'
import { answerCall, answerRead, answerWrite, type Prepared } from './execute/answer.ts'
import { answerTooLarge, checkQueryLength } from './bounds.ts'
import { compile } from './sql/compile.ts'
import { BUSY, createLanes, runInLane, laneOf, shareKeyOf, type Lane, type LaneName, type Pools, type RestCaller, type LaneShare } from './execute/lanes.ts'
import { negotiate } from './parse/media-type.ts'
import { parseQuery } from './parse/parse-query.ts'
import type { CallPlan, MutationPlan } from './plan/plan.ts'
import { isArgumentName, planCall } from './plan/plan-call.ts'
import { planRead } from './plan/plan-read.ts'
import { planWrite } from './plan/plan-write.ts'
import { parsePreferences } from './parse/preferences.ts'
import { intersect, parseRangeHeader } from './parse/range.ts'
import { readJsonBody, requestSettings, schemaOf, splitUrl, targetOf, type Target } from './request.ts'
import { respondError, respondOptions } from './execute/respond.ts'
import { quoteName } from './sql/sql-text.ts'

export type RestOptions = {
  /** Opened as authenticator, which has no grants of its own. */
  pools: Pools
  shares?: Partial<Record<LaneName, LaneShare>>
  schemaCache: SchemaCache
  /** Exposed schemas; the first is the default. */
  schemas: readonly string[]
  log: Log
  /** Searched after the exposed schema, for operators and types of extensions. */
  extraSearchPath?: readonly string[]
  /** Maximum rows of one response, as on hosted Supabase; null for no limit. Default 1000. */
  maxRows?: number | null
  /** Milliseconds, for roles without a statement_timeout of their own. */
  statementTimeout?: number
  basePath?: string
}

export type RestHandler = (request: Request, session: Session, caller?: RestCaller) => Promise<Response>

const WRITES = { POST: 'insert', PATCH: 'update', DELETE: 'delete', PUT: 'put' } as const
const MAX_CACHED_READS = 1_000
const MAX_CACHE_KEY = 2_000

function pairsOf(search: string): [string, string][] {
  // Callers that cannot set headers send the API key in the query: it is not a filter.
  return [...new URLSearchParams(search)].filter(([name]) => name !== 'apikey')
}

function relationOf(snapshot: SchemaSnapshot, schema: string, name: string): Relation {
  const relation = snapshot.schemas.get(schema)?.relations.get(name)
  if (relation) return relation
  throw new ApiError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`)
}

function isWrite(method: string): method is keyof typeof WRITES {
  return Object.hasOwn(WRITES, method)
}

/** SQLSTATE raised by gateway.refuse_answer() while the response is built. */
const TOO_LARGE = '54RST'

function refusalOf(error: unknown, session: Session): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof MessageTooLarge || (isDatabaseError(error) && error.code === TOO_LARGE)) return answerTooLarge(error)
  return apiErrorOfDatabase(error, isAuthenticated(session))
}

type RestRequest = {
  readonly request: Request
  readonly snapshot: SchemaSnapshot
  readonly schema: string
  readonly name: string
  readonly search: string
  readonly largest: Lane['largest']
}

/** Handles /rest/v1: parse → plan → SQL → one transaction as the caller → respond. Each stage may refuse the request. */
export function createRestHandler(options: RestOptions): RestHandler {
  const { pools, schemaCache, schemas, log, extraSearchPath = ['public', 'extensions'], maxRows = 1_000, basePath = '/rest/v1' } = options
  const lanes = createLanes(pools, options.shares)
  const reads = new Lru<string, Prepared>(MAX_CACHED_READS)
  const searchPaths = new Map(schemas.map((schema) => [schema, [schema, ...extraSearchPath].map(quoteName).join(',')]))
  let planned: SchemaSnapshot | null = null

  function prepareRead({ request, snapshot, schema, name, search, largest }: RestRequest): Prepared {
    const { headers, method } = request
    const prefer = headers.get('prefer')
    const accept = headers.get('accept')
    const range = method === 'GET' ? headers.get('range') : null
    const key = [method, schema, name, search, prefer, accept, range, largest.answer].join('\n')
    const known = reads.get(key)
    if (known) return known
    const ast = parseQuery(pairsOf(search), { arguments: false })
    const preferences = parsePreferences(prefer)
    const shape = negotiate(accept)
    const root = planRead(snapshot, relationOf(snapshot, schema, name), ast, maxRows)
    const page = intersect(root, parseRangeHeader(range), maxRows)
    const plan = { kind: 'read', root, count: preferences.count } as const
    const compiled = compile(plan, page, { body: method === 'GET', nullsStripped: shape.nullsStripped, largest: largest.answer })
    const prepared = { plan, compiled, page, preferences, shape }
    if (key.length <= MAX_CACHE_KEY) reads.set(key, prepared)
    return prepared
  }

  async function prepareCall({ request, snapshot, schema, name, search, largest }: RestRequest): Promise<Prepared<CallPlan>> {
    const { headers, method } = request
    const byUrl = method === 'GET' || method === 'HEAD'
    if (!byUrl && method !== 'POST') throw new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
    const isArgument = (key: string): boolean => isArgumentName(snapshot, schema, name, key)
    const ast = parseQuery(pairsOf(search), { arguments: byUrl, isArgument })
    const preferences = parsePreferences(headers.get('prefer'))
    const shape = negotiate(headers.get('accept'))
    const body = byUrl ? null : await readJsonBody(request, largest.body)
    const plan = planCall(snapshot, { schema, name, ast, body, count: preferences.count, maxRows })
    const own = plan.root ?? { limit: ast.limits[0]?.value ?? null, offset: ast.offsets[0]?.value ?? 0 }
    const page = intersect(own, method === 'GET' ? parseRangeHeader(headers.get('range')) : null, maxRows)
    const compiled = compile(plan, page, { body: method !== 'HEAD', nullsStripped: shape.nullsStripped, largest: largest.answer })
    return { plan, compiled, page, preferences, shape }
  }

  async function prepareWrite({ request, snapshot, schema, name, search, largest }: RestRequest): Promise<Prepared<MutationPlan>> {
    const { headers, method } = request
    if (!isWrite(method)) throw new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
    const ast = parseQuery(pairsOf(search), { arguments: false })
    const preferences = parsePreferences(headers.get('prefer'))
    const shape = negotiate(headers.get('accept'))
    const relation = relationOf(snapshot, schema, name)
    const body = method === 'DELETE' ? '' : await readJsonBody(request, largest.body)
    const plan = planWrite(snapshot, relation, WRITES[method], { ast, body, preferences, maxRows })
    const page = { limit: null, offset: 0 }
    const compiled = compile(plan, page, { body: true, nullsStripped: shape.nullsStripped, largest: largest.answer })
    return { plan, compiled, page, preferences, shape }
  }

  async function answer(request: Request, session: Session, caller: RestCaller): Promise<Response> {
    const { path, search } = splitUrl(request.url, basePath)
    checkQueryLength(search)
    const target: Target = targetOf(path)
    const schema = schemaOf(request, schemas)
    const snapshot = schemaCache.current()
    if (snapshot !== planned) {
      // Cached plans may refer to dropped tables or columns; the reload dropped the prepared statements too.
      reads.clear()
      for (const { names } of Object.values(lanes)) names.forgetAll()
      planned = snapshot
    }
    const settings = {
      ...requestSettings(request, path),
      searchPath: searchPaths.get(schema),
      statementTimeout: options.statementTimeout,
      roleSettings: snapshot.roleSettings.get(session.role),
    }
    const lane = lanes[laneOf(session, caller)]
    const run = { pool: lane.pool, names: lane.names, session, settings, method: request.method }
    const restRequest = { request, snapshot, schema, name: target.name, search, largest: lane.largest }
    const key = shareKeyOf(session, caller)
    if (target.kind === 'function') {
      const call = await prepareCall(restRequest)
      return runInLane(lane, key, () => answerCall(run, call))
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      const read = prepareRead(restRequest)
      return runInLane(lane, key, () => answerRead(run, read))
    }
    const write = await prepareWrite(restRequest)
    return runInLane(lane, key, () => answerWrite(run, write))
  }

  return async (request, session, caller = { network: null, pages: false }) => {
    if (request.method === 'OPTIONS') return respondOptions(request)
    try {
      return await answer(request, session, caller)
    } catch (error) {
      const refusal = refusalOf(error, session)
      if (refusal.status >= 500 && refusal.code !== BUSY) {
        const data = { method: request.method, path: splitUrl(request.url, basePath).path, error: refusal.cause ?? refusal }
        log({ level: 'error', message: `rest: ${refusal.code}`, data })
      }
      return respondError(refusal, request.method)
    }
  }
}
