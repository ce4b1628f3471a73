import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { expect } from "vitest";
import { staffRoutes } from "../../src/routes.ts";
import { noteCall } from "./shownCalls.ts";

/** What a committed transaction, or a statement on its own, wrote: `+table` for new rows, `table` for changed or deleted ones. */
type Written = { readonly rows: Set<string>; isAudited: boolean };
type Call = {
  readonly written: Written[];
  /** Whether it wrote an entry, with a change or alone. */ hasEntry: boolean;
};

const calls = new AsyncLocalStorage<Call>();
/** The transactions that are open, by connection. */
const open = new WeakMap<object, Written>();

const locks = /\bfor\s+(?:no\s+key\s+)?update\b/gi;
const writes = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

const rowsOf = (text: string): string[] =>
  [...text.replaceAll(locks, "").matchAll(writes)]
    .filter(([, , table]) => table !== "set")
    .map(([, verb = "", table = ""]) => `${/^insert/i.test(verb) ? "+" : ""}${table}`);

const begin = (): Written => ({ rows: new Set(), isAudited: false });

const keep = (call: Call, ended: Written): void => {
  call.hasEntry ||= ended.isAudited;
  if (ended.rows.size > 0) call.written.push(ended);
};

const record = (client: object, text: string): void => {
  const call = calls.getStore();
  if (/^\s*(?:rollback(?!\s+to)|commit)\b/i.test(text)) {
    const ended = open.get(client);
    open.delete(client);
    if (ended && call && /^\s*commit/i.test(text)) keep(call, ended);
    return;
  }
  if (!call) return;
  if (/^\s*begin\b/i.test(text)) open.set(client, begin());
  const transaction = open.get(client);
  const into = transaction ?? begin();
  for (const row of rowsOf(text)) {
    if (row === "+audit_entry") into.isAudited = true;
    else into.rows.add(row);
  }
  if (!transaction) keep(call, into);
};

// This module is loaded again for each test file, and `pg` is not: it is wrapped once, not once more for each file.
const client = pg.Client.prototype as unknown as Record<symbol | "query", unknown>;
const unwrapped = Symbol.for("foyer.query");
client[unwrapped] ??= client.query;
const query = client[unwrapped] as (...args: unknown[]) => unknown;
client.query = function (this: object, sent: unknown, ...more: unknown[]): unknown {
  const text = typeof sent === "string" ? sent : (sent as { readonly text?: unknown }).text;
  if (typeof text === "string") record(this, text);
  return query.call(this, sent, ...more);
};

/** What a call may write without an entry: nothing but what one of these lists has. */
const unaudited: Readonly<Record<string, string>> = {
  "limits, kept replies, reports that are computed, and when somebody was here": `
    +staff_attempt staff_attempt +rate_limit rate_limit +report_run report_run +idempotency_key
    idempotency_key +staff_idempotency_key staff_idempotency_key staff_sign_in`,
  "a code or challenge that is spent, and a secret that a code has to confirm":
    "staff_totp +staff_totp staff_recovery_code staff_challenge +staff_challenge staff_passkey",
  "tries of a supervisor's code": "gate_code",
  "a scan, which is its own record": "+scan scan scan_device ticket +transition",
  "an import, whose rows have an entry each": "member_import member_import_row",
  "a draft that its author goes on writing, whose entry is of the last ten minutes":
    "+catalogue_draft catalogue_draft +lock_slot",
  "places that are held until the change, which has its entry, or that are free again": `
    +cart cart +ticket ticket event_session ticket_group +visitor_session visitor_session +identity
    +transition allowance_use +allowance_use cart_code +cart_code cart_discount +cart_discount code
    code_group`,
  "what a provider answered about money whose refund or payment has its entry": `
    refund payment +payment_audit +journal_entry +outbox +transition test_gateway_refund
    +test_gateway_refund test_gateway_intent +test_gateway_intent ledger_account +ledger_entry
    payment_event`,
};

const lists = Object.values(unaudited).map((words) => new Set(words.trim().split(/\s+/)));

const isAllowed = ({ rows, isAudited }: Written): boolean =>
  isAudited || lists.some((list) => [...rows].every((row) => list.has(row)));

// A path without parameters is found before one that would match it, too.
const routes = staffRoutes
  .map(({ endpoint }) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
  }))
  .toSorted((one, other) => one.endpoint.path.split(":").length - other.endpoint.path.split(":").length);
const endpointOf = ({ method, path }: { readonly method: string; readonly path: string }) => {
  const [plain = ""] = path.split("?");
  return routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(plain))?.endpoint;
};

const isSuccess = (reply: unknown): boolean =>
  typeof reply === "object" && reply !== null && "statusCode" in reply && reply.statusCode === 200;

/** In a race, a test lets others act while the call pauses, and what they write would count as the call's. */
const isRace = (): boolean => /\.(?:race|crash)\.test\.ts$/.test(expect.getState().testPath ?? "");

/**
 * Sends a call of the back office and fails if a transaction of it changed something and wrote no entry to the audit log.
 * So every test that makes a call shows this of it. `keepsNoLog`: the account has no role, so that its entries are in the
 * server's log.
 */
export const expectingEntries = async <Reply>(
  { method, path }: { readonly method: string; readonly path: string },
  send: () => Promise<Reply>,
  keepsNoLog: (reply: Reply) => Promise<boolean>,
): Promise<Reply> => {
  const call: Call = { written: [], hasEntry: false };
  const reply = await calls.run(call, send);
  const endpoint = endpointOf({ method, path });
  if (endpoint && isSuccess(reply))
    noteCall({ name: endpoint.name, isShown: () => endpoint.audits === null || call.hasEntry });
  const silent = call.written.filter((one) => !isAllowed(one)).map(({ rows }) => [...rows].toSorted().join(" "));
  if (silent.length === 0 || isRace()) return reply;
  const isOwnAccount = endpoint?.can === "anyone" || endpoint?.can === "signed_in";
  if (isOwnAccount && (await keepsNoLog(reply))) return reply;
  throw new Error(`${endpoint?.name ?? path} wrote without an entry in the audit log: ${silent.join("; ")}`);
};
