import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { membership as makeMembership } from "../../../test/account/fixtures.ts";
import { makeUser, setLoginCookie } from "../../../test/login/fixtures.tsx";
import { makeBoot } from "../../../test/seller.ts";
import { memberKey } from "../../features/login/session/member.queries.ts";
import { loadScreen } from "../../routes/loadScreen.ts";
import { matchRoute } from "../../routes/routes.ts";
import { ChunkLoadError } from "../../shared/loading/loadChunk.ts";
import { NavigationLoadError } from "../../shared/loading/NavigationLoadError.ts";
import type { Navigate } from "./appContext.ts";
import { applyGuards, memberForGuards, navigateTo } from "./navigateTo.ts";
import { runLoginEffect } from "./runLoginEffect.ts";

vi.mock("../../routes/loadScreen.ts", { spy: true });
vi.mock("./runLoginEffect.ts", () => ({ runLoginEffect: vi.fn(async () => undefined) }));

test("cleaning the query of the address does not stop a navigation that has begun", async () => {
  const boot = makeBoot({ configuration: { authentication: "sso" } });
  const context = { boot, client: new QueryClient() };
  const path = "/login/callback";
  window.history.replaceState(null, "", `${boot.base}${path}?auth_callback=1&redirect=%2Fresend`);
  const go = vi.fn<Navigate>();
  const navigate: Navigate = (to, options) => navigateTo(context, go, boot.base + to, options);

  navigate("/resend", { replace: true });
  const { route, params } = matchRoute(path, boot);
  applyGuards(context, { route, params, path, search: window.location.search }, null, navigate);
  expect(window.location.search).toBe("?redirect=%2Fresend");
  await vi.waitFor(() => expect(go.mock.calls).toEqual([[`${boot.base}/resend`, { replace: true }]]));
});

test.each([
  ["a guest", "password", "none", ["open_login"]],
  ["a member by a link, who may log in to an account", "password", "limited", ["open_login"]],
  ["a member by number, where that is the whole login", "scan_code", "limited", []],
  ["a guest, where a number is the whole login", "scan_code", "none", ["open_login"]],
  ["a member", "password", "full", []],
] as const)("a required login asks %s", async (_, authentication, strength, expected) => {
  setLoginCookie(strength);
  const boot = makeBoot({ configuration: { authentication } });
  const context = { boot, client: new QueryClient() };
  window.history.replaceState(null, "", `${boot.base}/events?requirelogin=1`);
  const current = { ...matchRoute("/events", boot), path: "/events", search: "requirelogin=1" };
  vi.mocked(runLoginEffect).mockClear();
  applyGuards(context, current, await memberForGuards(context, current), vi.fn<Navigate>());
  await vi.dynamicImportSettled();
  expect(vi.mocked(runLoginEffect).mock.calls.map(([, , effect]) => effect.kind)).toEqual(expected);
  expect(window.location.search).toBe("");
  setLoginCookie("none");
});

test.each([
  ["valid and their own", { own: true, is_valid: true }, true],
  ["expired", { own: true, is_valid: false }, false],
  ["valid, but somebody else's", { own: false, is_valid: true }, false],
] as const)("a user whose membership is %s counts as a member: %s", async (_, membership, expected) => {
  setLoginCookie("full");
  const context = { boot: makeBoot(), client: new QueryClient() };
  context.client.setQueryData(memberKey, { user: makeUser(), memberships: [makeMembership(membership)] });
  const current = { ...matchRoute("/my", context.boot), path: "/my", search: "" };
  expect(await memberForGuards(context, current)).toEqual({ hasMembership: expected });
  setLoginCookie("none");
});

test("a screen whose script cannot be loaded leaves the page as it is, and is opened by the retry", async () => {
  const context = { boot: makeBoot(), client: new QueryClient() };
  const go = vi.fn<Navigate>();
  const { promise: reported, resolve: report } = Promise.withResolvers<unknown>();
  const onRejection = (reason: unknown) => report(reason);
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.once("unhandledRejection", onRejection);
  vi.mocked(loadScreen).mockRejectedValueOnce(new ChunkLoadError(new Error("blocked"), async () => undefined));
  navigateTo(context, go, `${context.boot.base}/resend`);
  const failure = await reported;
  for (const listener of listeners) process.on("unhandledRejection", listener);
  expect(failure).toBeInstanceOf(NavigationLoadError);
  expect(go).not.toHaveBeenCalled();
  expect(document.documentElement.dataset.navigating).toBeUndefined();

  await (failure as NavigationLoadError).load();
  expect(go.mock.calls).toEqual([[`${context.boot.base}/resend`, undefined]]);
});
