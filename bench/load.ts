/** Bounded load on a server of this machine. */
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';

export type Load = { requestsPerSecond: number; p99: number; errors: number };
export type Target = { url: string; headers?: Record<string, string> };

/** `seconds` of load from 16 connections, after one second to warm up. p99 in ms. */
export async function load(target: Target, seconds: number): Promise<Load> {
  await autocannon({ url: target.url, headers: target.headers ?? {}, connections: 16, duration: 1 });
  const result = await autocannon({ url: target.url, headers: target.headers ?? {}, connections: 16, duration: seconds });
  return { requestsPerSecond: result.requests.average, p99: result.latency.p99, errors: result.errors + result.non2xx };
}

/** The same bytes and headers from a bare node:http server in a process of its own. */
export async function loadBare(target: Target, seconds: number): Promise<Load> {
  const answer = await fetch(target.url, { headers: target.headers ?? {} });
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-bare-'));
  const file = path.join(folder, 'body');
  const body = Buffer.from(await answer.arrayBuffer());
  await writeFile(file, body);
  const kept = Object.fromEntries(['content-type', 'cache-control', 'vary'].map((name) => [name, answer.headers.get(name) ?? '']));
  const bare = fork(path.join(import.meta.dirname, 'bare-server.ts'), [file, JSON.stringify(kept)], { stdio: 'inherit' });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      bare.once('message', (message) => resolve(Number(message)));
      bare.once('exit', () => reject(new Error('the bare server ended')));
    });
    return await load({ url: `http://127.0.0.1:${port}/` }, seconds);
  } finally {
    bare.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}
