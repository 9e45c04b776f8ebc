/** The context of a server function: the caller from the verified token, and transactions under different roles. */
import type pg from 'pg'
import { ShareExceeded } from '#gateway/core/fair-share.ts'
import type { Caller } from '#gateway/functions/dispatch.ts'
import type { FunctionContext, PaymentContext, ShopFunction } from '#functions/context.ts'
import { jsonAnswer } from '#functions/json-answer.ts'
import { inTransaction } from '#postgres/transaction.ts'
import type { Tries } from '#postgres/tries/limits.ts'
import type { DocumentShare } from './document-share.ts'
import type { FunctionShare } from './function-share.ts'
import type { Log } from '../log/log.ts'

export type FunctionServices = {
  /** Opened as `shop_callers`, which switches to the caller's role inside the transaction. */
  callers: pg.Pool
  /** Opened as `shop_orders`. */
  orderService: pg.Pool
  /** Opened as `shop_payments`. */
  paymentService: pg.Pool
  /** The concurrency limits of the pools. */
  shares: Record<'callers' | 'orderService' | 'paymentService', FunctionShare>
  razorpay: FunctionContext['razorpay']
  storage: FunctionContext['storage']
  provePassword: FunctionContext['provePassword']
  tries: Tries
  documentShare: DocumentShare
  signPreview: FunctionContext['signPreview']
  inviteAccount: FunctionContext['inviteAccount']
  isMailHostAllowed: FunctionContext['isMailHostAllowed']
  apiKeysWork: boolean
  readLogo: FunctionContext['readLogo']
  readPhoto: FunctionContext['readPhoto']
  courier: FunctionContext['courier']
  documentFiles: FunctionContext['documentFiles']
  log: Log
}

/** Roles that a token may have; any other one is treated as a visitor. */
const ROLES = new Set(['anon', 'authenticated', 'service_role'])

/** The services for Razorpay payments, for functions and the scheduler. */
export function paymentContextOf({ paymentService, razorpay, log }: Pick<FunctionServices, 'paymentService' | 'razorpay' | 'log'>): PaymentContext {
  return { asPaymentService: (work) => inTransaction(paymentService, { prepare: true }, work), razorpay, log }
}

export function contextFor(caller: Caller, services: FunctionServices): FunctionContext {
  const role = ROLES.has(caller.role) ? caller.role : 'anon'
  const { shares } = services
  const payments = paymentContextOf(services)
  return {
    ...payments,
    asPaymentService: (work) => shares.paymentService(caller, () => payments.asPaymentService(work)),
    user: caller.user ? { id: caller.user.id, email: caller.user.email ?? '' } : null,
    clientNetwork: caller.network,
    asUser: (work) =>
      shares.callers(caller, () =>
        inTransaction(
          services.callers,
          {
            prepare: true,
            opening: [
              {
                text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('search_path', 'public, extensions', true), set_config('statement_timeout', '10s', true)",
                values: [role, JSON.stringify(caller.claims ?? {})],
              },
            ],
          },
          work,
        ),
      ),
    asOrderService: (work) => shares.orderService(caller, () => inTransaction(services.orderService, { prepare: true }, work)),
    inDocumentShare: (render) => services.documentShare({ account: caller.user?.id ?? '', network: caller.network }, render),
    signPreview: services.signPreview,
    storage: services.storage,
    provePassword: services.provePassword,
    mayAskPayment: async (account) => (await services.tries.count([['paymentQuestion', account]])) === null,
    inviteAccount: services.inviteAccount,
    isMailHostAllowed: services.isMailHostAllowed,
    apiKeysWork: services.apiKeysWork,
    readLogo: services.readLogo,
    readPhoto: services.readPhoto,
    courier: services.courier,
    documentFiles: services.documentFiles,
    now: () => new Date(),
    log: services.log,
  }
}

/** Answers 503 if the caller has too many concurrent requests; nothing was started, and a retry helps. */
async function orBusy(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ShareExceeded)) throw error
    return jsonAnswer(503, { code: 'BUSY', message: 'Too many concurrent requests: try again in a moment' }, { 'retry-after': String(error.retryAfter) })
  }
}

/** Adapts the functions to the gateway's interface. */
export function bindFunctions(
  functions: Record<string, ShopFunction>,
  services: FunctionServices,
): Record<string, (request: Request, caller: Caller) => Promise<Response>> {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (request, caller) => orBusy(() => run(request, contextFor(caller, services)))]),
  )
}
