/** What a client sent, read; or why it is refused, as a sentence for the client. */
export type Checked<T> = { ok: true; value: T } | { ok: false; reason: string }
