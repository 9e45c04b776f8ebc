/** DATA_DIR belongs to one running shop at a time: a second one would end the first one's database. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export class DataFolderProblem extends Error {}

async function runsShop(pid: number): Promise<boolean> {
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'server/main.ts');
  return command.includes('server/main.ts');
}

/** Makes the folder and takes it; the answer gives it back. */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const pidFile = path.join(dataDir, 'server.pid');
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new DataFolderProblem(`The data folder ${dataDir} cannot be made: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`);
  }
  const holder = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (await runsShop(holder)) {
    throw new DataFolderProblem(`Another shop (process ${holder}) is running on ${dataDir}; stop it, or choose another DATA_DIR.`);
  }
  try {
    await writeFile(pidFile, String(process.pid));
  } catch {
    throw new DataFolderProblem(`The data folder ${dataDir} cannot be written to.`);
  }
  return () => rm(pidFile, { force: true });
}
