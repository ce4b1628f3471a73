import type { Boot } from "@foyer/contract/boot.ts";
import { eventRoute } from "./eventRoute.ts";
import { paths } from "../shared/paths.ts";
import { matchPath } from "./match.ts";
import type { Params, ScreenModule } from "./screen.ts";

type Shop = Pick<Boot, "seller" | "flags" | "environment">;

export type Route = {
  readonly name: string;
  /** Within the seller's base. A function where the seller's configuration names it. */
  readonly path: string | ((shop: Shop) => string);
  readonly load: () => Promise<ScreenModule>;
  /** The source file, by which the server finds style sheets and preloads. */
  readonly source: string;
  /** Its screen brings queries itself, when it needs them. */
  readonly isLight?: true;
  /** Of the visitor, or behind a secret: not for search engines. */
  readonly hidden?: true;
  /** Where it answers false there is no such route. */
  readonly exists?: (shop: Shop, params: Params) => boolean;
};

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const later = { load: () => import("./LaterScreen.tsx"), source: "src/routes/LaterScreen.tsx", hidden: true } as const;
const login = { load: () => import("./LoginScreen.tsx"), source: "src/routes/LoginScreen.tsx", hidden: true } as const;
export const hasAccount = ({ seller }: Shop): boolean => {
  const pages = seller.configuration.my_account_pages;
  return (pages !== undefined && Object.values(pages).some(Boolean)) || seller.web.membership_event_id !== undefined;
};
const hasPage = (page: "my_profile" | "upcoming_events" | "recent_orders") => (shop: Shop) =>
  hasAccount(shop) && shop.seller.configuration.my_account_pages?.[page] === true;
const newerManage = ({ flags }: Shop): boolean => flags.newer_manage === true;

/** Every route of the storefront. The first that matches answers, so the closer name stands before the wider. */
export const routes: readonly Route[] = [
  { name: "home", path: "/", load: () => import("./HomeScreen.tsx"), source: "src/routes/HomeScreen.tsx" },
  {
    name: "events",
    path: "/events",
    load: () => import("./EventsScreen.tsx"),
    source: "src/routes/EventsScreen.tsx",
  },
  {
    name: "events-collection",
    path: "/events/:id",
    load: () => import("./CollectionScreen.tsx"),
    source: "src/routes/CollectionScreen.tsx",
    // A collection by its id, or a category by its name, which no event has for an id.
    exists: ({ seller }, { id = "" }) =>
      !isId(id) || (seller.web.collections?.some((collection) => collection.id === id) ?? false),
  },
  eventRoute,
  { ...eventRoute, name: "event-action", path: "/events/:id/:action" },
  {
    name: "transfer-cart",
    path: "/transfer-cart/:cartId",
    load: () => import("./TransferCartScreen.tsx"),
    source: "src/routes/TransferCartScreen.tsx",
    hidden: true,
  },
  {
    name: "checkout-complete",
    path: "/checkout/complete",
    load: () => import("./CompleteScreen.tsx"),
    source: "src/routes/CompleteScreen.tsx",
    hidden: true,
  },
  {
    name: "checkout-pending",
    path: "/checkout/pending/:cartId",
    load: () => import("./PendingScreen.tsx"),
    source: "src/routes/PendingScreen.tsx",
    hidden: true,
  },
  {
    name: "checkout",
    path: "/checkout/:cartId?",
    load: () => import("./CheckoutScreen.tsx"),
    source: "src/routes/CheckoutScreen.tsx",
    hidden: true,
  },
  {
    name: "membership-redeem",
    path: "/membership/redeem",
    load: () => import("./RedeemScreen.tsx"),
    source: "src/routes/RedeemScreen.tsx",
    hidden: true,
  },
  { name: "membership", path: "/membership/:action?", ...later },
  {
    name: "forgot-membership",
    path: "/user/forgot-membership",
    load: () => import("./ForgotMembershipScreen.tsx"),
    source: "src/routes/ForgotMembershipScreen.tsx",
    hidden: true,
  },
  {
    name: "forgot-password",
    path: "/user/forgot-password",
    load: () => import("./ForgotPasswordScreen.tsx"),
    source: "src/routes/ForgotPasswordScreen.tsx",
    hidden: true,
  },
  {
    name: "reset-password",
    path: "/user/reset-password",
    load: () => import("./ResetPasswordScreen.tsx"),
    source: "src/routes/ResetPasswordScreen.tsx",
    hidden: true,
  },
  {
    name: "set-email-address",
    path: "/user/set-email-address",
    load: () => import("./SetEmailScreen.tsx"),
    source: "src/routes/SetEmailScreen.tsx",
    hidden: true,
  },
  {
    name: "resend",
    path: "/resend",
    load: () => import("./ResendScreen.tsx"),
    source: "src/routes/ResendScreen.tsx",
    hidden: true,
  },
  {
    name: "manage-cancel-auto-renew",
    path: "/manage/:ticketOrderId/cancel-auto-renew",
    load: () => import("./CancelAutoRenewScreen.tsx"),
    source: "src/routes/CancelAutoRenewScreen.tsx",
    hidden: true,
  },
  { name: "manage-reschedule", path: "/manage/:orderId/reschedule/:sessionId", ...later, exists: newerManage },
  { name: "manage-confirm", path: "/manage/:orderId/confirm", ...later, exists: newerManage },
  { name: "manage", path: "/manage/:id", ...later },
  {
    name: "my",
    path: "/my",
    load: () => import("./MyScreen.tsx"),
    source: "src/routes/MyScreen.tsx",
    hidden: true,
    exists: hasAccount,
  },
  {
    name: "my-membership",
    path: "/my/membership",
    load: () => import("./MyMembershipScreen.tsx"),
    source: "src/routes/MyMembershipScreen.tsx",
    hidden: true,
    exists: hasAccount,
  },
  {
    name: "my-profile",
    path: "/my/profile",
    load: () => import("./MyProfileScreen.tsx"),
    source: "src/routes/MyProfileScreen.tsx",
    hidden: true,
    exists: hasPage("my_profile"),
  },
  {
    name: "my-upcoming-session",
    path: "/my/upcoming/session/:id",
    load: () => import("./MySessionScreen.tsx"),
    source: "src/routes/MySessionScreen.tsx",
    hidden: true,
    exists: hasPage("upcoming_events"),
  },
  {
    name: "my-upcoming",
    path: "/my/upcoming",
    load: () => import("./MyUpcomingScreen.tsx"),
    source: "src/routes/MyUpcomingScreen.tsx",
    hidden: true,
    exists: hasPage("upcoming_events"),
  },
  {
    name: "my-order",
    path: "/my/orders/:id",
    load: () => import("./MyOrderScreen.tsx"),
    source: "src/routes/MyOrderScreen.tsx",
    hidden: true,
    exists: hasPage("recent_orders"),
  },
  {
    name: "my-orders",
    path: "/my/orders",
    load: () => import("./MyOrdersScreen.tsx"),
    source: "src/routes/MyOrdersScreen.tsx",
    hidden: true,
    exists: hasPage("recent_orders"),
  },
  {
    name: "logout",
    path: "/logout",
    load: () => import("./LogoutScreen.tsx"),
    source: "src/routes/LogoutScreen.tsx",
    hidden: true,
  },
  { name: "login", path: ({ seller }) => paths.login(seller.configuration), ...login },
  {
    name: "login-callback",
    path: ({ seller }) => paths.loginCallback(seller.configuration),
    ...login,
  },
  { name: "login-external-callback", path: paths.externalCallback(), ...login },
  {
    name: "stories",
    path: "/_stories",
    load: () => import("../stories/StoriesScreen.tsx"),
    source: "src/stories/StoriesScreen.tsx",
    hidden: true,
    exists: ({ environment }) => environment !== "production",
  },
  {
    name: "error-unexpected",
    path: "/error",
    load: () => import("./UnexpectedScreen.tsx"),
    source: "src/routes/UnexpectedScreen.tsx",
    hidden: true,
  },
  {
    name: "error-not-found",
    path: "*",
    load: () => import("./NotFoundScreen.tsx"),
    source: "src/routes/NotFoundScreen.tsx",
    hidden: true,
  },
];

export const routeNamed = (name: string): Route => {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`no route is named ${name}`);
  return route;
};

export type Match = { readonly route: Route; readonly params: Params };

/** The route that answers to a path within the seller's base. */
export const matchRoute = (path: string, shop: Shop): Match => {
  for (const route of routes) {
    const params = matchPath(typeof route.path === "string" ? route.path : route.path(shop), path);
    if (params && (route.exists?.(shop, params) ?? true)) return { route, params };
  }
  throw new Error("the last route answers to every path");
};
