import pg from "pg";
import { vi } from "vitest";

/** A statement as it was sent in a transaction of one seller. */
export type SentStatement = {
  readonly seller: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether its transaction plans once for all parameters. */
  readonly isGeneric: boolean;
  /** Planner settings of its transaction, as commands. */
  readonly settings?: readonly string[];
};

/** The statements that this process sends for sellers while `work` runs, in order, without commits and rollbacks. */
export const sentStatements = async (work: () => Promise<unknown>): Promise<readonly SentStatement[]> => {
  const sent: SentStatement[] = [];
  const transactions = new WeakMap<pg.Client, Omit<SentStatement, "text" | "values">>();
  const original = Reflect.get(pg.Client.prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    const text = typeof first === "string" ? first : first.text;
    const values = typeof first === "string" ? second : (first.values ?? second);
    const seller = /set local app\.seller = '([0-9a-f-]+)'/.exec(text)?.[1];
    if (seller !== undefined) transactions.set(this, { seller, isGeneric: text.includes("force_generic_plan") });
    else if (text === "commit" || text === "rollback") transactions.delete(this);
    const current = transactions.get(this);
    if (current && text.startsWith("set local enable_"))
      transactions.set(this, { ...current, settings: [...(current.settings ?? []), text] });
    else if (current && seller === undefined) sent.push({ ...current, text, values: values ?? [] });
    return original.apply(this, args);
  });
  await work().finally(() => spy.mockRestore());
  return sent;
};
