import type { BootData } from "@foyer/contract/boot.ts";
import { queryFlag } from "@foyer/rules/reserve/queryFlag.ts";
import { accountHome } from "../../features/account/accountHome.ts";
import { addQuery } from "../../shared/url/addQuery.ts";
import { keepsUpsellChain } from "./keepsUpsellChain.ts";

/** A URL that is opened. `path` is within the seller's base. */
export type GuardInput = {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly route: string;
  readonly shop: Pick<BootData, "seller">;
  /** False when the URL did not start with the seller's slug. */
  readonly hasPrefix: boolean;
  /** Null for a visitor who is not logged in to an account. */
  readonly member: { readonly hasMembership: boolean } | null;
  /** Logged in, to an account or, if the seller asks for nothing more, by member number. */
  readonly isLoggedIn: boolean;
};

/** Side effects that the shell runs. */
export type GuardEffect =
  | { readonly kind: "skip_upsells"; readonly skip: boolean }
  | { readonly kind: "login_by_member_code"; readonly credentials: Readonly<Record<string, string>> }
  | { readonly kind: "open_login"; readonly required: boolean; readonly otp?: string }
  | { readonly kind: "start_external_login" }
  | { readonly kind: "finish_external_login" }
  | { readonly kind: "report_auth_error"; readonly error: string }
  | { readonly kind: "clear_upsell_chain" }
  | { readonly kind: "set_body_class"; readonly route: string };

type GuardResult = {
  readonly to?: string;
  readonly search?: URLSearchParams;
  readonly effects?: readonly GuardEffect[];
};
type Guard = (input: GuardInput) => GuardResult | undefined;

const isError = (route: string) => route.startsWith("error");
const withSearch = (to: string, search: URLSearchParams): string => addQuery(to, search.toString());
const without = (search: URLSearchParams, isRemoved: (name: string) => boolean): URLSearchParams =>
  new URLSearchParams([...search].filter(([name]) => !isRemoved(name)));

/** 1. Removes a trailing slash, except on error pages, which keep the URL as typed. */
const trailingSlash: Guard = ({ path, search, route }) => {
  if (path === "/" || !path.endsWith("/") || isError(route)) return undefined;
  // Removes leading slashes as well: '//elsewhere.example/' would name another host.
  return { to: withSearch(`/${path.replace(/^[/\\]+|[/\\]+$/g, "")}`, search) };
};

const toTarget = ({ shop, search }: GuardInput): GuardResult | undefined => {
  const target = shop.seller.web.redirects?.target;
  return target ? { to: withSearch(target, search) } : undefined;
};

/** 2. Redirects when a seller prefix is required and missing. */
const sellerPrefix: Guard = (input) => {
  const { path, hasPrefix, shop } = input;
  if (hasPrefix || !shop.seller.web.redirects?.require_seller_prefix) return undefined;
  return path.endsWith("/") || path.includes("/events") || path.endsWith("/checkout") ? toTarget(input) : undefined;
};

/** 3. Redirects home when the home route is disabled, unless the target would redirect back. */
const homeRoute: Guard = (input) => {
  const { disable_home_route, target } = input.shop.seller.web.redirects ?? {};
  if (!disable_home_route || (input.path !== "/" && input.path !== "/events")) return undefined;
  const targetPath = target?.split(/[?#]/, 1)[0];
  return targetPath === "/" || targetPath === input.path ? undefined : toTarget(input);
};

/** 4. Redirects /my to a page of the account. */
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
    ...(skip === undefined ? {} : { effects: [{ kind: "skip_upsells", skip }] }),
  };
};

const secrets = ["otp", "token", "gift_code", "cartId", "payment_intent_client_secret"];

/** A query parameter that gives access to something personal, on any page. */
export const isSecretParameter = (name: string): boolean => isCredential(name) || secrets.includes(name);

const isCredential = (name: string) => name === "member_code" || name === "zip_code" || name.startsWith("login.");

/** 6. A member's code logs in and is always removed from the URL. */
const memberCode: Guard = ({ search, member }) => {
  const credentials = Object.fromEntries([...search].filter(([name]) => isCredential(name)));
  if (Object.keys(credentials).length === 0) return undefined;
  return {
    search: without(search, isCredential),
    ...(member ? {} : { effects: [{ kind: "login_by_member_code", credentials }] }),
  };
};

const loginFlags = ["login", "requirelogin", "auth_callback", "auth_error"];

/** 7. Handles and removes login parameters. */
const login: Guard = ({ search, shop, isLoggedIn }) => {
  if (!loginFlags.some((name) => search.has(name))) return undefined;
  const method = shop.seller.configuration.authentication;
  const external = method === "external" || method === "auth0" || method === "sso";
  const isSet = (name: string) => search.has(name) && queryFlag(search.get(name)) === true;
  const effects: GuardEffect[] = [];
  const error = search.get("auth_error");
  const otp = search.get("otp");
  const code = otp ? { otp: otp.slice(0, 20) } : {};
  if (error) effects.push({ kind: "report_auth_error", error: error.slice(0, 200) });
  if (external && isSet("auth_callback") && !error) effects.push({ kind: "finish_external_login" });
  if (!isLoggedIn && isSet("requirelogin"))
    effects.push(external ? { kind: "start_external_login" } : { kind: "open_login", required: true, ...code });
  else if (!isLoggedIn && isSet("login")) effects.push({ kind: "open_login", required: false, ...code });
  return { search: without(search, (name) => loginFlags.includes(name) || name === "otp"), effects };
};

/** 8. Clears the upsell chain when neither an event nor the checkout is shown. */
const upsellChain: Guard = ({ route }) =>
  keepsUpsellChain(route) ? undefined : { effects: [{ kind: "clear_upsell_chain" }] };

/** 9. Sets the body's class to the route's name. */
const bodyClass: Guard = ({ route }) => ({ effects: [{ kind: "set_body_class", route }] });

/** The order is specified and significant. */
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

/** Runs the guards in order; the first redirect ends it. `search` is set when a parameter was removed. */
export const runGuards = (
  input: GuardInput,
): { readonly to?: string; readonly search?: URLSearchParams; readonly effects: readonly GuardEffect[] } => {
  const effects: GuardEffect[] = [];
  let { search } = input;
  for (const guard of guards) {
    const result = guard({ ...input, search });
    if (result?.to !== undefined) return { to: result.to, effects };
    search = result?.search ?? search;
    effects.push(...(result?.effects ?? []));
  }
  return { ...(search === input.search ? {} : { search }), effects };
};

/** The target of a guard's redirect: an absolute URL as it is, a path within the seller's base. */
export const withBase = (to: string, base: string): string =>
  to.startsWith("/") ? (to === "/" ? base : `${base}${to}`) : to;
