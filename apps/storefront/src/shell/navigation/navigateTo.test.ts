import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { makeBoot } from "../../../test/seller.ts";
import { matchRoute } from "../../routes/routes.ts";
import type { Navigate } from "./appContext.ts";
import { applyGuards, navigateTo } from "./navigateTo.ts";

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
