import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { call, setApiSeller, Refused, setFetcher } from "./call.ts";

type Answer = "lost" | { readonly status: number; readonly body?: unknown };
const cart_id = "0c000000-0000-4000-8000-000000000001";
const fine: Answer = { status: 200, body: { cart: { _data: [] }, ticket: { _data: [] } } };
const no = (status: number, _code: string): Answer => ({
  status,
  body: { _data: [{ _code, _context: "general", _description: "No." }] },
});

/** Answers requests one after the other; returns them with their keys. */
const answering = (...answers: Answer[]): (string | undefined)[] => {
  const keys: (string | undefined)[] = [];
  setFetcher(async (_, { headers }) => {
    keys.push(headers["idempotency-key"]);
    const answer = answers[keys.length - 1];
    if (!answer || answer === "lost") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status });
  });
  return keys;
};
const outcomeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof Refused ? error.code : (error as Error).message),
  );

beforeEach(() => {
  setApiSeller("harbor");
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  return () => vi.useRealTimers();
});

describe("a lost answer", () => {
  const read = () => call(getCart, { cart_id });
  const change = (key?: string) => call(modifyCart, { cart_id }, key === undefined ? {} : { key });
  test.each<[string, () => Promise<unknown>, Answer[], string, number]>([
    ["of a read is requested again", read, ["lost", "lost", fine], "done", 3],
    ["three times and no more", read, ["lost", "lost", "lost", fine], "Failed to fetch", 3],
    ["a gateway error counts as one", read, [{ status: 502 }, fine], "done", 2],
    ["of a change is not repeated", () => change(), ["lost", fine], "Failed to fetch", 1],
    ["of a change with a key is repeated", () => change("the-key-of-this-change"), ["lost", fine], "done", 2],
    [
      "and waited for while the first try is under way",
      () => change("the-key-of-this-change"),
      ["lost", no(409, "request_in_progress"), fine],
      "done",
      3,
    ],
    [
      "a no is an answer",
      () => change("the-key-of-this-change"),
      [no(409, "code_exhausted"), fine],
      "code_exhausted",
      1,
    ],
  ])("%s", async (_, callWithAnswers, answers, outcome, times) => {
    const keys = answering(...answers);
    expect([await outcomeOf(callWithAnswers()), keys.length]).toEqual([outcome, times]);
  });

  test("a lost answer is requested again with the same key", async () => {
    const keys = answering("lost", fine);
    await change("the-key-of-this-change");
    expect(keys).toEqual(["the-key-of-this-change", "the-key-of-this-change"]);
  });
});

describe("an answer that does not come", () => {
  /** Never answers; ends when the request is aborted. */
  const hanging = (): { readonly times: () => number } => {
    let times = 0;
    setFetcher((_, { signal }) => {
      times += 1;
      const { promise, reject } = Promise.withResolvers<Response>();
      const end = (): void => reject(signal?.reason as Error);
      if (signal?.aborted) end();
      else signal?.addEventListener("abort", end);
      return promise;
    });
    return { times: () => times };
  };
  const withTimeouts = () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("too long", "TimeoutError")), ms);
      return controller.signal;
    });
    return () => timeouts.mock.calls.flat();
  };
  afterEach(() => void vi.restoreAllMocks());

  test("of a read is given up after ten seconds, three times", async () => {
    const { times } = hanging();
    const timeouts = withTimeouts();
    const outcome = outcomeOf(call(getCart, { cart_id }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(times()).toBe(3);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await outcome).toBe("too long");
    expect(timeouts()).toEqual([10_000, 10_000, 10_000]);
  });

  test("of a change is waited for", async () => {
    const { times } = hanging();
    const timeouts = withTimeouts();
    let isOver = false;
    void call(modifyCart, { cart_id }, { key: "the-key-of-this-change" }).finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(120_000);
    expect([times(), isOver, timeouts()]).toEqual([1, false, []]);
  });

  test("of an aborted read is not requested again", async () => {
    const { times } = hanging();
    const left = new AbortController();
    const outcome = outcomeOf(call(getCart, { cart_id }, { signal: left.signal }));
    left.abort(new Error("left"));
    expect([await outcome, times()]).toEqual(["left", 1]);
  });
});

test("a refusal whose body is not ours is one without a known code", async () => {
  answering({ status: 409, body: { error: "from a proxy" } });
  expect(await outcomeOf(call(getCart, { cart_id }, { attempts: 1 }))).toBe("unexpected");
});
