import { eventRoute } from "./events/eventRoute.ts";
import { pagesOf } from "@foyer/contract/shop/pages/pageNames.ts";
import { hasPasswords } from "@foyer/rules/account/opensAccount.ts";
import { paths } from "../shared/url/paths.ts";
import { matchPath } from "./matchPath.ts";
import type { Params } from "./screen.ts";
import type { ScreenRoute, Shop } from "./route.ts";

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const notAvailable = {
  load: () => import("./errors/NotAvailableScreen.tsx"),
  source: "src/routes/errors/NotAvailableScreen.tsx",
  hidden: true,
} as const;
/** What the URL names is personal or secret, and only the browser looks it up. */
const sharedParams = (params: Params): readonly string[] => Object.keys(params);
const login = {
  load: () => import("./login/LoginScreen.tsx"),
  source: "src/routes/login/LoginScreen.tsx",
  hidden: true,
} as const;
export const hasAccount = ({ seller }: Shop): boolean => {
  const pages = seller.configuration.my_account_pages;
  return (pages !== undefined && Object.values(pages).some(Boolean)) || seller.web.membership_event_id !== undefined;
};
const hasPage = (page: "my_profile" | "upcoming_events" | "recent_orders") => (shop: Shop) =>
  hasAccount(shop) && shop.seller.configuration.my_account_pages?.[page] === true;
const mayResetPassword = ({ seller }: Shop): boolean => hasPasswords(seller.configuration);

/** Every route of the storefront. The first match wins, so specific paths come before general ones. */
export const routes: readonly ScreenRoute[] = [
  { name: "home", path: "/", load: () => import("./home/HomeScreen.tsx"), source: "src/routes/home/HomeScreen.tsx" },
  {
    name: "events",
    path: "/events",
    load: () => import("./events/EventsScreen.tsx"),
    source: "src/routes/events/EventsScreen.tsx",
  },
  {
    name: "events-collection",
    path: "/events/:id",
    load: () => import("./events/CollectionScreen.tsx"),
    source: "src/routes/events/CollectionScreen.tsx",
    // A collection's id, or a category's name; never an event's id.
    exists: ({ seller }, { id = "" }) =>
      !isId(id) || (seller.web.collections?.some((collection) => collection.id === id) ?? false),
  },
  eventRoute,
  {
    ...eventRoute,
    name: "event-action",
    path: "/events/:id/:action",
    // Any other action shows the event.
    sharedParams: ({ action = "" }) => (["gift", "renew"].includes(action) ? [] : ["action"]),
  },
  {
    name: "event-add-ons",
    path: paths.addOns(),
    load: () => import("./events/AddOnsScreen.tsx"),
    source: "src/routes/events/AddOnsScreen.tsx",
    hidden: true,
    exists: ({ seller }) => seller.configuration.upsells?.chain !== undefined,
  },
  {
    name: "seller-page",
    path: "/:page",
    load: () => import("./pages/SellerPageScreen.tsx"),
    source: "src/routes/pages/SellerPageScreen.tsx",
    exists: ({ seller: { web } }, { page }) => pagesOf(web).some((name) => name === page),
  },
  {
    name: "transfer-cart",
    path: "/transfer-cart/:cartId",
    load: () => import("./checkout/TransferCartScreen.tsx"),
    source: "src/routes/checkout/TransferCartScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "checkout-complete",
    path: "/checkout/complete",
    load: () => import("./checkout/CompleteScreen.tsx"),
    source: "src/routes/checkout/CompleteScreen.tsx",
    hidden: true,
  },
  {
    name: "checkout-pending",
    path: "/checkout/pending/:cartId",
    load: () => import("./checkout/PendingScreen.tsx"),
    source: "src/routes/checkout/PendingScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "checkout",
    path: "/checkout/:cartId?",
    load: () => import("./checkout/CheckoutScreen.tsx"),
    source: "src/routes/checkout/CheckoutScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "membership-redeem",
    path: "/membership/redeem",
    load: () => import("./membership/RedeemScreen.tsx"),
    source: "src/routes/membership/RedeemScreen.tsx",
    hidden: true,
  },
  { name: "membership", path: "/membership/:action?", sharedParams, ...notAvailable },
  {
    name: "forgot-membership",
    path: "/user/forgot-membership",
    load: () => import("./login/ForgotMembershipScreen.tsx"),
    source: "src/routes/login/ForgotMembershipScreen.tsx",
    hidden: true,
  },
  {
    name: "forgot-password",
    path: "/user/forgot-password",
    load: () => import("./login/ForgotPasswordScreen.tsx"),
    source: "src/routes/login/ForgotPasswordScreen.tsx",
    hidden: true,
    exists: mayResetPassword,
  },
  {
    name: "reset-password",
    path: "/user/reset-password",
    load: () => import("./login/ResetPasswordScreen.tsx"),
    source: "src/routes/login/ResetPasswordScreen.tsx",
    hidden: true,
    exists: mayResetPassword,
  },
  {
    name: "set-email-address",
    path: "/user/set-email-address",
    load: () => import("./login/SetEmailScreen.tsx"),
    source: "src/routes/login/SetEmailScreen.tsx",
    hidden: true,
  },
  {
    name: "resend",
    path: "/resend",
    load: () => import("./account/ResendScreen.tsx"),
    source: "src/routes/account/ResendScreen.tsx",
    hidden: true,
  },
  {
    name: "manage-cancel-auto-renew",
    path: "/manage/:ticketOrderId/cancel-auto-renew",
    load: () => import("./membership/CancelAutoRenewScreen.tsx"),
    source: "src/routes/membership/CancelAutoRenewScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "manage-reschedule",
    path: "/manage/:orderId/reschedule/:sessionId",
    load: () => import("./orders/RescheduleScreen.tsx"),
    source: "src/routes/orders/RescheduleScreen.tsx",
    sharedParams,
    hidden: true,
    exists: ({ flags }) => flags.newer_manage === true,
  },
  {
    name: "manage-confirm",
    path: "/manage/:orderId/confirm",
    load: () => import("./orders/ConfirmScreen.tsx"),
    source: "src/routes/orders/ConfirmScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "manage",
    path: "/manage/:id",
    load: () => import("./orders/ManageScreen.tsx"),
    source: "src/routes/orders/ManageScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "sent-tickets",
    path: "/tickets/:id",
    load: () => import("./orders/SentTicketsScreen.tsx"),
    source: "src/routes/orders/SentTicketsScreen.tsx",
    sharedParams,
    hidden: true,
  },
  {
    name: "my",
    path: "/my",
    load: () => import("./account/MyScreen.tsx"),
    source: "src/routes/account/MyScreen.tsx",
    hidden: true,
    exists: hasAccount,
  },
  {
    name: "my-membership",
    path: "/my/membership",
    load: () => import("./account/MyMembershipScreen.tsx"),
    source: "src/routes/account/MyMembershipScreen.tsx",
    hidden: true,
    exists: hasAccount,
  },
  {
    name: "my-profile",
    path: "/my/profile",
    load: () => import("./account/MyProfileScreen.tsx"),
    source: "src/routes/account/MyProfileScreen.tsx",
    hidden: true,
    exists: hasPage("my_profile"),
  },
  {
    name: "my-upcoming-session",
    path: "/my/upcoming/session/:id",
    load: () => import("./account/MySessionScreen.tsx"),
    source: "src/routes/account/MySessionScreen.tsx",
    sharedParams,
    hidden: true,
    exists: hasPage("upcoming_events"),
  },
  {
    name: "my-upcoming",
    path: "/my/upcoming",
    load: () => import("./account/MyUpcomingScreen.tsx"),
    source: "src/routes/account/MyUpcomingScreen.tsx",
    hidden: true,
    exists: hasPage("upcoming_events"),
  },
  {
    name: "my-order",
    path: "/my/orders/:id",
    load: () => import("./account/MyOrderScreen.tsx"),
    source: "src/routes/account/MyOrderScreen.tsx",
    sharedParams,
    hidden: true,
    exists: hasPage("recent_orders"),
  },
  {
    name: "my-orders",
    path: "/my/orders",
    load: () => import("./account/MyOrdersScreen.tsx"),
    source: "src/routes/account/MyOrdersScreen.tsx",
    hidden: true,
    exists: hasPage("recent_orders"),
  },
  {
    name: "logout",
    path: "/logout",
    load: () => import("./login/LogoutScreen.tsx"),
    source: "src/routes/login/LogoutScreen.tsx",
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
    load: () => import("./errors/UnexpectedScreen.tsx"),
    source: "src/routes/errors/UnexpectedScreen.tsx",
    hidden: true,
  },
  {
    name: "error-not-found",
    path: "*",
    load: () => import("./errors/NotFoundScreen.tsx"),
    source: "src/routes/errors/NotFoundScreen.tsx",
    hidden: true,
  },
];

export const routeNamed = (name: string): ScreenRoute => {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`no route is named ${name}`);
  return route;
};

export type Match = { readonly route: ScreenRoute; readonly params: Params };

/** The route of a path within the seller's base. */
export const matchRoute = (path: string, shop: Shop): Match => {
  for (const route of routes) {
    const params = matchPath(typeof route.path === "string" ? route.path : route.path(shop), path);
    if (params && (route.exists?.(shop, params) ?? true)) return { route, params };
  }
  throw new Error("the last route answers to every path");
};
