/**
 * The front door: kept answers first (straight from node:http, without building a Request), then files of the app, the
 * gateway, and the pages.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Gateway } from '#gateway/gateway.ts';
import { cacheKey, changesPublicReads, type CacheKeys } from './cache-policy.ts';
import type { Log } from './log.ts';
import { isPhone, type PageRenderer } from './pages.ts';
import { encodingOf, type CachedAnswer, type Encoding, type ResponseCache } from './response-cache.ts';
import { securityHeaders } from './security-headers.ts';
import type { StaticFiles } from './static-files.ts';

export type FrontDoor = {
  gateway: Gateway;
  pages: () => PageRenderer;
  /** Missing while developing: Vite serves the files itself. */
  files: StaticFiles | undefined;
  cache: ResponseCache | undefined;
  keys: CacheKeys;
  siteUrl: string;
  trustProxy: string | undefined;
  healthy: () => Promise<boolean>;
  log: Log;
};

const GATEWAY_PATHS = ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/functions/v1/*', '/realtime/v1/*'];

function send(response: ServerResponse, answer: CachedAnswer, method: string | undefined): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(method === 'HEAD' ? undefined : answer.body);
}

function clientAddress(request: IncomingMessage, trustProxy: string | undefined): string {
  const forwarded = trustProxy ? request.headers[trustProxy] : undefined;
  const named = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(',').at(-1)?.trim();
  return named ?? request.socket.remoteAddress ?? '';
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse };

function createApp(door: FrontDoor): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  app.get('/health', async (context) => ((await door.healthy()) ? context.json({ status: 'ok' }) : context.json({ status: 'the database does not answer' }, 503)));
  for (const pattern of GATEWAY_PATHS) {
    app.all(pattern, async (context) => {
      const answer = await door.gateway.fetch(context.req.raw, { remoteAddress: clientAddress(context.env.incoming, door.trustProxy) });
      if (answer.status < 400 && changesPublicReads(context.req.method, context.env.incoming.url ?? '')) door.cache?.clear();
      return answer;
    });
  }
  app.all('*', async (context) => {
    const { incoming } = context.env;
    const phone = isPhone(incoming.headers['sec-ch-ua-mobile'] as string | undefined, incoming.headers['user-agent']);
    const answer = await door.pages()(context.req.raw, phone);
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
    headers.append('vary', 'Sec-CH-UA-Mobile, User-Agent, Accept-Encoding');
    headers.set('accept-ch', 'Sec-CH-UA-Mobile');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache');
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  });
  app.onError((error, context) => {
    door.log('error', 'a request failed', error);
    return context.text('The server could not answer this request. It has been logged; please try again.', 500);
  });
  return app;
}

/** Reads an answer whole, so that it can be kept and sent compressed. */
async function keep(answer: Response): Promise<CachedAnswer> {
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    if (name !== 'content-length') headers[name] = value;
  });
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

/** Pages say themselves that they are public; a page that failed or was not found is not kept. */
function mayKeep(answer: CachedAnswer): boolean {
  return (answer.status === 200 || answer.status === 206) && !answer.headers['set-cookie'] && !/private|no-store/.test(answer.headers['cache-control'] ?? '');
}

export function createFrontDoor(door: FrontDoor): Server {
  const app = createApp(door);
  const listen = getRequestListener((request, env) => app.fetch(request, env as Bindings), { overrideGlobalObjects: false });

  async function readAndKeep(request: IncomingMessage, response: ServerResponse, cache: ResponseCache, key: string, encoding: Encoding): Promise<void> {
    const { generation } = cache;
    const url = new URL(request.url ?? '/', door.siteUrl);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const answer = await keep(await app.fetch(new Request(url, { headers }), { incoming: request, outgoing: response }));
    if (mayKeep(answer)) {
      cache.put(key, answer, generation);
      const kept = cache.get(key, encoding);
      if (kept) return send(response, kept, request.method);
    }
    send(response, answer, request.method);
  }

  return createServer((request, response) => {
    const url = request.url ?? '/';
    const encoding = encodingOf(request.headers['accept-encoding'] as string | undefined);
    if (door.files && (request.method === 'GET' || request.method === 'HEAD')) {
      const question = url.indexOf('?');
      const file = door.files.find(question < 0 ? url : url.slice(0, question), encoding);
      if (file) return send(response, file, request.method);
    }
    const phone = isPhone(request.headers['sec-ch-ua-mobile'] as string | undefined, request.headers['user-agent']);
    const key = door.cache && cacheKey(request, phone, door.keys);
    if (!door.cache || !key) return void listen(request, response);
    const kept = door.cache.get(key, encoding);
    if (kept) return send(response, kept, request.method);
    readAndKeep(request, response, door.cache, key, encoding).catch((error: unknown) => {
      door.log('error', 'a request failed', error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('The server could not answer this request. It has been logged; please try again.');
    });
  });
}
