import { hasWholeLogin } from "../../features/login/loginMethod.ts";
import { readLoginStrength } from "../../features/login/session/loginStrength.ts";
import { memberQuery } from "../../features/login/session/member.queries.ts";
import { prepareMatch, prepareScreen, resolveRedirects } from "../../routes/prepareScreen.ts";
import { runGuards, type GuardInput, type GuardEffect } from "../../routes/guards/guards.ts";
import { leavesDocument } from "../../routes/checkout/leavesDocument.ts";
import { ChunkLoadError, loadChunk } from "../../shared/loading/loadChunk.ts";
import { NavigationLoadError } from "../../shared/loading/NavigationLoadError.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import type { LoginEffect } from "./runLoginEffect.ts";
import { focusHeading } from "./focusHeading.ts";
import { normalizeHref, type AppContext, type Navigate, type NavigateOptions } from "./appContext.ts";
import type { CurrentRoute } from "./useCurrentRoute.ts";

/** After this time the new URL is shown even if its data are still loading. */
const maxWaitMs = 700;

let latestNavigation = 0;

/**
 * Navigates within the base. Script and data of the next screen are loaded first, so the old view stays until the new one
 * is complete. If its script cannot be loaded, the banner says so, and its button navigates. Of several quick navigations,
 * the last wins.
 */
export const navigateTo = (context: AppContext, navigate: Navigate, to: string, options?: NavigateOptions): void => {
  const { base } = context.boot;
  const target = resolveRedirects(to.slice(base.length), context);
  if (!target.startsWith("/")) return window.location.assign(target);
  const address = normalizeHref(base + target);
  if (leavesDocument(target, context.boot))
    return options?.replace ? window.location.replace(address) : window.location.assign(address);
  const id = ++latestNavigation;
  const show = async (): Promise<void> => {
    if (id !== latestNavigation) return;
    document.documentElement.dataset.navigating = "";
    const ready = prepareScreen(target, context).catch((error: unknown) => error);
    const failure = await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    if (id !== latestNavigation) return;
    delete document.documentElement.dataset.navigating;
    // The page stays, with what was typed. A press elsewhere must not leave it.
    if (failure instanceof ChunkLoadError) throw new NavigationLoadError(failure, show);
    navigate(address, options);
  };
  void show();
};

/** Loads the screen of a URL in advance. */
export const prefetchScreen = async (context: AppContext, address: string): Promise<void> => {
  const target = resolveRedirects(address.slice(context.boot.base.length), context);
  if (target.startsWith("/")) await prepareScreen(target, context);
};

const bodyClassFor = (route: string) => `route-${route}`;

/** The user for the guards. Only the guard of /my needs their memberships. */
export const memberForGuards = async (
  { boot, client }: AppContext,
  { path }: CurrentRoute,
): Promise<GuardInput["member"]> => {
  if (readLoginStrength(boot.seller.slug) !== "full") return null;
  if (path !== "/my") return { hasMembership: false };
  const member = await client.ensureQueryData(memberQuery).catch(() => undefined);
  if (!member?.user) return null;
  return { hasMembership: member.memberships.some(({ own, is_valid }) => own && is_valid) };
};

/**
 * Opens the login or continues it. Shows the line of navigation while its script is loading; if it cannot be loaded, the
 * banner says so and tries again.
 */
const runLogin = (context: AppContext, address: string, effect: LoginEffect): void => {
  const { dataset } = document.documentElement;
  const run = async (): Promise<void> => {
    dataset.navigating = "";
    const loaded = await loadChunk(() => import("./runLoginEffect.ts")).finally(() => delete dataset.navigating);
    await loaded.runLoginEffect(context, address, effect);
  };
  void run().catch((error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return reportError(error);
    // Left to the banner, which runs it again.
    throw new ChunkLoadError(error, () => run());
  });
};

/** Runs the guards for the current URL, and their effects. */
export const applyGuards = (
  { boot, client }: AppContext,
  { path, route }: CurrentRoute,
  member: GuardInput["member"],
  navigate: Navigate,
): void => {
  const { seller } = boot;
  // The query in the address bar, not the router's, because guards remove parameters that the server never saw.
  const query = new URLSearchParams(window.location.search);
  const isLoggedIn = member !== null || hasWholeLogin(readLoginStrength(seller.slug), seller.configuration);
  const result = runGuards({
    path,
    search: query,
    route: route.name,
    shop: boot,
    hasPrefix: true,
    member,
    isLoggedIn,
  });
  const remainingSearch = (result.search ?? query).toString();
  const address = remainingSearch === "" ? path : `${path}?${remainingSearch}`;
  const runEffect = (effect: GuardEffect): void => {
    const saved = savedStoreFor(seller.slug);
    switch (effect.kind) {
      case "skip_upsells":
        return saved.change({ skip_upsells: effect.skip });
      case "clear_upsell_chain":
        return saved.get().upsell_chain.length > 0 ? saved.change({ upsell_chain: [] }) : undefined;
      case "set_body_class":
        document.body.className = bodyClassFor(effect.route);
        return;
      case "login_by_member_code":
      case "report_auth_error":
      case "open_login":
      case "start_external_login":
      case "finish_external_login":
        return runLogin({ boot, client }, address, effect);
    }
  };

  for (const effect of result.effects) runEffect(effect);
  if (result.to !== undefined) return navigate(result.to, { replace: true });
  const resolved = resolveRedirects(address, { boot });
  const target = route.name.startsWith("error") ? path : resolved;
  if (target.split("?")[0] !== path) navigate(target, { replace: true });
  else if (result.search) replaceQuery(normalizeHref(boot.base + target));
};

/** The screen stays, so this does not count as a navigation: one to another screen that has begun meanwhile continues. */
const replaceQuery = (address: string): void => window.history.replaceState(window.history.state, "", address);

/** Focuses the new screen's heading; returns a function that cancels it. */
export const focusScreen = (): (() => void) => focusHeading();

/** The page title of the current screen. */
export const pageTitle = async (current: CurrentRoute, context: AppContext): Promise<string> => {
  const { title } = await prepareMatch(current, context);
  const { name } = context.boot.seller;
  return title ? `${title} – ${name}` : name;
};
