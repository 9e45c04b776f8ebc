/** `npm start`: the shop in one process beside its database. Every refusal to start is one sentence and a non-zero exit. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { ConfigProblem, readConfig } = await import('./config.ts');
const { PostgresProblem } = await import('./postgres.ts');
const { DataFolderProblem } = await import('./data-folder.ts');
const { PortProblem, openShop } = await import('./shop.ts');

try {
  const config = readConfig(process.env, { dev: process.argv.includes('--dev') });
  const shop = await openShop(config);
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      process.stdout.write('Closing the shop …\n');
      shop.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const known = [ConfigProblem, PostgresProblem, DataFolderProblem, PortProblem].some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(error instanceof ConfigProblem ? 2 : 1);
}
