import type { Boot } from "@foyer/contract/boot.ts";
import { queryFlag } from "@foyer/rules/queryFlags.ts";
import { accountHome } from "../features/account/accountPages.ts";
import { keepsChain } from "./keepsChain.ts";

/** Someone arrives at an address. `path` is within the seller's base. */
export type Arrival = {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly route: string;
  readonly shop: Pick<Boot, "seller">;
  /** False when the address did not begin with the seller's slug. */
  readonly hasPrefix: boolean;
  /** Null for someone who is not logged in. */
  readonly member: { readonly hasMembership: boolean } | null;
};

/** What has to happen besides showing the screen; the shell does it. */
export type Deed =
  | { readonly kind: "skip_upsells"; readonly skip: boolean }
  | { readonly kind: "login_by_member_code"; readonly credentials: Readonly<Record<string, string>> }
  | { readonly kind: "open_login"; readonly required: boolean; readonly otp?: string }
  | { readonly kind: "start_external_login" }
  | { readonly kind: "finish_external_login" }
  | { readonly kind: "report_auth_error"; readonly error: string }
  | { readonly kind: "clear_upsell_chain" }
  | { readonly kind: "name_body"; readonly route: string };

type Passed = { readonly to?: string; readonly search?: URLSearchParams; readonly deeds?: readonly Deed[] };
type Guard = (arrival: Arrival) => Passed | undefined;

const isError = (route: string) => route.startsWith("error");
const withSearch = (to: string, search: URLSearchParams): string => {
  const query = search.toString();
  return query === "" ? to : `${to}${to.includes("?") ? "&" : "?"}${query}`;
};
const without = (search: URLSearchParams, gone: (name: string) => boolean): URLSearchParams =>
  new URLSearchParams([...search].filter(([name]) => !gone(name)));

/** 1. A trailing slash is taken off, except from an error's address, which is kept as typed. */
const trailingSlash: Guard = ({ path, search, route }) => {
  if (path === "/" || !path.endsWith("/") || isError(route)) return undefined;
  // Leading slashes too: '//elsewhere.example/' would otherwise name another host.
  return { to: withSearch(`/${path.replace(/^[/\\]+|[/\\]+$/g, "")}`, search) };
};

const toTarget = ({ shop, search, path }: Arrival): Passed | undefined => {
  const target = shop.seller.web.redirects?.target;
  if (!target || target === path) return undefined;
  return { to: withSearch(target, search) };
};

/** 2. A seller prefix is required and absent. */
const sellerPrefix: Guard = (arrival) => {
  const { path, hasPrefix, shop } = arrival;
  if (hasPrefix || !shop.seller.web.redirects?.require_seller_prefix) return undefined;
  return path.endsWith("/") || path.includes("/events") || path.endsWith("/checkout") ? toTarget(arrival) : undefined;
};

/** 3. The home route is disabled. */
const homeRoute: Guard = (arrival) =>
  arrival.shop.seller.web.redirects?.disable_home_route && (arrival.path === "/" || arrival.path === "/events")
    ? toTarget(arrival)
    : undefined;

/** 4. /my leads to a page of the account. */
const account: Guard = ({ path, search, shop, member }) => {
  if (path !== "/my" || !member) return undefined;
  return { to: withSearch(accountHome(shop.seller.configuration, member.hasMembership), search) };
};

/** 5. `expresscheckout` sets whether upsells are skipped. */
const expressCheckout: Guard = ({ search }) => {
  if (!search.has("expresscheckout")) return undefined;
  const skip = queryFlag(search.get("expresscheckout"));
  return {
    search: without(search, (name) => name === "expresscheckout"),
    ...(skip === undefined ? {} : { deeds: [{ kind: "skip_upsells", skip }] }),
  };
};

const secrets = ["otp", "token", "gift_code", "cartId", "payment_intent_client_secret"];

/** A query parameter that opens what is somebody's own, on whatever page it stands. */
export const isSecret = (name: string): boolean => isCredential(name) || secrets.includes(name);

const isCredential = (name: string) => name === "member_code" || name === "zip_code" || name.startsWith("login.");

/** 6. A member's code logs in, and is gone from the address whatever comes of it. */
const memberCode: Guard = ({ search, member }) => {
  const credentials = Object.fromEntries([...search].filter(([name]) => isCredential(name)));
  if (Object.keys(credentials).length === 0) return undefined;
  return {
    search: without(search, isCredential),
    ...(member ? {} : { deeds: [{ kind: "login_by_member_code", credentials }] }),
  };
};

const loginFlags = ["login", "requirelogin", "auth_callback", "auth_error"];

/** 7. Login flags are consumed. */
const login: Guard = ({ search, shop, member }) => {
  if (!loginFlags.some((name) => search.has(name))) return undefined;
  const method = shop.seller.configuration.authentication;
  const external = method === "external" || method === "auth0" || method === "sso";
  const says = (name: string) => search.has(name) && queryFlag(search.get(name)) !== false;
  const deeds: Deed[] = [];
  const error = search.get("auth_error");
  const otp = search.get("otp");
  const code = otp ? { otp: otp.slice(0, 20) } : {};
  if (error) deeds.push({ kind: "report_auth_error", error: error.slice(0, 200) });
  if (external && says("auth_callback") && !error) deeds.push({ kind: "finish_external_login" });
  if (!member && says("requirelogin"))
    deeds.push(external ? { kind: "start_external_login" } : { kind: "open_login", required: true, ...code });
  else if (!member && says("login")) deeds.push({ kind: "open_login", required: false, ...code });
  return { search: without(search, (name) => loginFlags.includes(name) || name === "otp"), deeds };
};

/** 8. Upsell chain data goes when neither an event nor the checkout is shown any more. */
const upsellChain: Guard = ({ route }) => (keepsChain(route) ? undefined : { deeds: [{ kind: "clear_upsell_chain" }] });

/** 9. The body's class mirrors the route's name. */
const bodyClass: Guard = ({ route }) => ({ deeds: [{ kind: "name_body", route }] });

/** The order is the specification's. */
export const guards = [
  trailingSlash,
  sellerPrefix,
  homeRoute,
  account,
  expressCheckout,
  memberCode,
  login,
  upsellChain,
  bodyClass,
] as const satisfies readonly Guard[];

/** Goes past the guards in order; the first redirect ends the walk. `search` is there when something was taken off it. */
export const passGuards = (
  arrival: Arrival,
): { readonly to?: string; readonly search?: URLSearchParams; readonly deeds: readonly Deed[] } => {
  const deeds: Deed[] = [];
  let { search } = arrival;
  for (const guard of guards) {
    const passed = guard({ ...arrival, search });
    if (passed?.to !== undefined) return { to: passed.to, deeds };
    search = passed?.search ?? search;
    deeds.push(...(passed?.deeds ?? []));
  }
  return { ...(search === arrival.search ? {} : { search }), deeds };
};

/** Where a redirect of a guard leads: an address with a host as it is, a path within the seller's base. */
export const addressOf = (to: string, base: string): string =>
  to.startsWith("/") ? (to === "/" ? base : `${base}${to}`) : to;
