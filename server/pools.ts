/** Connection pools of the shop's own server code; the gateway opens its own. */
import pg from 'pg';

/** A `date` stays text: as a JavaScript Date it would shift with the machine's time zone. Money stays exact text too. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export function openPool(connectionString: string, max: number, onError: (error: Error) => void): pg.Pool {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    max,
    types: types as pg.CustomTypesConfig,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  };
  const pool = new pg.Pool(options);
  // A connection that breaks while idle (the database was restarted) must not end the process.
  pool.on('error', onError);
  return pool;
}
