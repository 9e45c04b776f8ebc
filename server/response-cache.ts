/**
 * Whole answers kept in memory for visitors: public pages and anonymous reads of the catalogue (ruling 34). Emptied
 * when the catalogue changes (NOTIFY on commit, and at once for changes that come through this process), and no entry
 * is served for longer than 60 s. Cart and order paths never come here.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Milliseconds. */
const MAX_AGE = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

export type Encoding = 'br' | 'gzip' | 'identity';
type Entry = { status: number; headers: Record<string, string>; bodies: Partial<Record<Encoding, Buffer>>; size: number; until: number };

export type CachedAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export function encodingOf(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!;q=0(?:[,\s]|$))/.test(acceptEncoding)) return 'br';
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity';
}

export function compress(body: Buffer, encoding: Encoding, quality: number): Buffer {
  if (encoding === 'br') {
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  }
  return encoding === 'gzip' ? gzipSync(body, { level: Math.min(9, quality) }) : body;
}

export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  /** Counts the changes of the catalogue: an answer that was begun before a change is not kept after it. */
  generation = 0;

  get(key: string, encoding: Encoding, now = Date.now()): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until < now) {
      this.#drop(key, entry);
      return undefined;
    }
    let body = entry.bodies[encoding];
    if (!body) {
      body = compress(entry.bodies.identity ?? Buffer.alloc(0), encoding, 6);
      entry.bodies[encoding] = body;
      entry.size += body.length;
      this.#bytes += body.length;
    }
    return { status: entry.status, headers: encoding === 'identity' ? entry.headers : { ...entry.headers, 'content-encoding': encoding }, body };
  }

  /** Keeps an answer unless the catalogue has changed since `generation` was read. */
  put(key: string, answer: CachedAnswer, generation: number, now = Date.now()): void {
    if (generation !== this.generation) return;
    const old = this.#entries.get(key);
    if (old) this.#drop(key, old);
    const entry: Entry = { status: answer.status, headers: answer.headers, bodies: { identity: answer.body }, size: answer.body.length + 1000, until: now + MAX_AGE };
    this.#entries.set(key, entry);
    this.#bytes += entry.size;
    for (const [oldest, victim] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest, victim);
    }
  }

  clear(): void {
    this.generation += 1;
    this.#entries.clear();
    this.#bytes = 0;
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.size;
  }
}
