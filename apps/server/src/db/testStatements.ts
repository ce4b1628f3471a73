import pg from "pg";
import { vi } from "vitest";

export type Asked = {
  readonly texts: readonly string[];
  /** How often somebody began to ask when nothing was waited for: ways to the database and back. */
  readonly trips: number;
};

/** What the database is asked while `work` goes on, by everybody in this process. */
export const askedDuring = async (work: () => Promise<unknown>): Promise<Asked> => {
  const texts: string[] = [];
  let [trips, waiting] = [0, 0];
  const prototype: { query(...said: unknown[]): unknown } = pg.Client.prototype;
  const original = Reflect.get(prototype, "query") as (this: unknown, ...said: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...said: unknown[]) {
    const [first] = said;
    const text = typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "");
    // A connection that served another seller is turned to this one first; which one is taken is chance.
    if (text.includes("set_config")) return original.apply(this, said);
    texts.push(text);
    if (waiting === 0) trips += 1;
    waiting += 1;
    const answer = original.apply(this, said);
    const over = () => void (waiting -= 1);
    void Promise.resolve(answer).then(over, over);
    return answer;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { texts, trips };
};
