/**
 * Hears NOTIFY on a connection of its own and opens it again when it is lost. Notices in the gap are gone, so
 * `onGap` runs after every (re)connection.
 */
import pg from 'pg';
import type { Log } from './log.ts';

export type ChangeListener = { close(): Promise<void> };

export function listenForChanges(options: { url: string; channels: string[]; onNotice: (channel: string, payload: string) => void; onGap: () => void; log: Log }): ChangeListener {
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const again = (): void => {
    if (!closed && !retry) retry = setTimeout(() => ((retry = undefined), void open()), 500);
  };
  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: options.url, keepAlive: true });
    opened.on('error', () => undefined);
    opened.on('end', again);
    opened.on('notification', (notice) => options.onNotice(notice.channel, notice.payload ?? ''));
    try {
      await opened.connect();
      client = opened;
      for (const channel of options.channels) await opened.query(`listen ${opened.escapeIdentifier(channel)}`);
      options.onGap();
    } catch (error) {
      options.log('info', 'not listening for changes yet', error);
      await opened.end().catch(() => undefined);
      again();
    }
  }
  void open();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
