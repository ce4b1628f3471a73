import { readFile, readdir } from "node:fs/promises";

/** Milliseconds of one clock tick of /proc (USER_HZ is 100 on Linux). */
const tickMs = 10;

type ProcessTimes = { readonly parent: number; readonly own: number; readonly ofEnded: number };

/** From /proc/PID/stat: time in user and kernel mode, and that of ended children. Undefined if the process has ended. */
const readTimes = async (pid: number): Promise<ProcessTimes | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The program's name may contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields) return undefined;
  const ticks = (index: number): number => Number(fields[index]) * tickMs;
  return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ofEnded: ticks(13) + ticks(14) };
};

/** Milliseconds of CPU time of a process and its children, including ended ones. */
export const processTime = async (pid: number): Promise<number> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const times = new Map(
    (await Promise.all(pids.map(async (each) => [each, await readTimes(each)] as const))).flatMap(([each, time]) =>
      time ? [[each, time] as const] : [],
    ),
  );
  const self = times.get(pid);
  if (!self) throw new Error(`There is no process ${pid}.`);
  const children = [...times.values()].filter(({ parent }) => parent === pid);
  return self.own + self.ofEnded + children.reduce((sum, { own, ofEnded }) => sum + own + ofEnded, 0);
};
