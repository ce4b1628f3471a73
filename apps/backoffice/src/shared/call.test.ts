import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import { addOrderNote } from "@foyer/contract/office/orders/deskActions.ts";
import { changePassword, makeRecoveryCodes, readMe, stepUp } from "@foyer/contract/office/staff/staffAccount.ts";
import { unattendedHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { watchUse } from "./attendance.ts";
import { callOffice, CallError, onSignInEnded } from "./call.ts";

/** The network's reply to each request, and the keys that it saw. */
const answers: (() => Response | Promise<Response>)[] = [];
const keys: (string | null)[] = [];
beforeEach(() => {
  answers.length = 0;
  keys.length = 0;
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get(idempotencyHeader));
    return (answers.shift() ?? lost)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  onSignInEnded(undefined);
});

const lost = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
const done = (): Response => Response.json({});
const brokenOff = (): Response => new Response("{", { status: 200 });
const refused = (status: number, code: string) => (): Response =>
  Response.json({ _data: [{ _code: code, _description: code }] }, { status });

let order_number = 1000;
const newNote = () => ({ order_number: (order_number += 1), text: "Called", is_pinned: false, version: "1" });
const send = (note: ReturnType<typeof newNote>, slug = "harbor") => callOffice(addOrderNote, note as never, slug);

test.each<[string, () => Response | Promise<Response>]>([
  ["was lost", lost],
  ["broke off", brokenOff],
])("a change whose answer %s is sent again with its key", async (_, answer) => {
  answers.push(answer, done);
  await send(newNote());
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test.each<[string, readonly (() => Response | Promise<Response>)[]]>([
  ["stays lost", [lost, lost]],
  ["is that the database cannot be reached", [refused(503, "unavailable")]],
  ["is that it is still at work", [lost, refused(409, "request_in_progress")]],
])("a change whose answer %s keeps its key until it is answered", async (_, failures) => {
  const note = newNote();
  answers.push(...failures, done, done, done);
  await expect(send(note)).rejects.toThrow();
  await send(note);
  expect(new Set(keys).size).toBe(1);
  // Once it is answered, the same content is a new change; for another seller it always was.
  await send(note);
  await send(note, "kiwa");
  expect(new Set(keys).size).toBe(3);
});

test("a refusal is a reply: the next attempt has a new key", async () => {
  const note = newNote();
  answers.push(refused(409, "stale_version"), done);
  await expect(send(note)).rejects.toThrow("stale_version");
  await send(note);
  expect(new Set(keys).size).toBe(2);
});

test("a change of one's own account keeps its key until it is answered", async () => {
  answers.push(lost, lost, done);
  await expect(callOffice(makeRecoveryCodes, {})).rejects.toThrow("cannot be reached");
  await callOffice(makeRecoveryCodes, {});
  expect(new Set(keys).size).toBe(1);
});

test("a call with a password is retried at once, and is not stored", async () => {
  const sent = { current: "a long walk by the quay", password: "another walk by the quay" };
  answers.push(lost, lost, done);
  await expect(callOffice(changePassword, sent)).rejects.toThrow("cannot be reached");
  await callOffice(changePassword, sent);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

test("calls of an unattended page are marked as such until somebody uses it", async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  watchUse(page);
  const asked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get(unattendedHeader.name));
    return done();
  });
  const ask = () => callOffice(readMe, {});
  page.dispatchEvent(new Event("keydown"));
  await ask();
  vi.advanceTimersByTime(60_000);
  await ask();
  vi.advanceTimersByTime(31_000);
  await ask();
  page.dispatchEvent(new Event("pointerdown"));
  await ask();
  vi.useRealTimers();
  expect(asked).toEqual([null, null, unattendedHeader.value, null]);
});

test("a call whose sign-in has ended waits until somebody has signed in again, and is sent with another key", async () => {
  const note = newNote();
  const signedIn = Promise.withResolvers<boolean>();
  onSignInEnded(() => signedIn.promise);
  answers.push(refused(401, "not_authorized"), done);
  const sending = send(note);
  await vi.waitFor(() => expect(keys).toHaveLength(1));
  signedIn.resolve(true);
  await sending;
  expect(new Set(keys).size).toBe(2);
});

test.each<[string, (() => Promise<boolean>) | undefined]>([
  ["nobody is asked", undefined],
  ["the screen is left", async () => false],
])("a call whose sign-in has ended is refused if %s", async (_, ask) => {
  onSignInEnded(ask);
  answers.push(refused(401, "not_authorized"));
  const sending = send(newNote());
  await expect(sending).rejects.toThrow(CallError);
  expect(keys).toHaveLength(1);
});

test("a wrong password is refused without asking to sign in again", async () => {
  const ask = vi.fn<() => Promise<boolean>>(async () => true);
  onSignInEnded(ask);
  answers.push(refused(401, "sign_in_failed"));
  await expect(callOffice(stepUp, { password: "no" })).rejects.toThrow("sign_in_failed");
  expect(ask).not.toHaveBeenCalled();
});
