import { loginCallbackPath, loginPath } from "@foyer/rules/account/loginPaths.ts";
import type { SellerPageName } from "@foyer/contract/shop/pages/pageNames.ts";

/** Paths within a seller's storefront, without the seller's base. */
export const paths = {
  home: () => "/",
  events: () => "/events",
  /** With tickets in the cart, `/events` only shows matching events. */
  allEvents: () => "/events?all=true",
  addOns: () => "/add-ons",
  event: (id: string, action?: string) => `/events/${id}${action ? `/${action}` : ""}`,
  checkout: (cartId?: string) => (cartId ? `/checkout/${cartId}` : "/checkout"),
  complete: (orderIds: readonly string[], token?: string) =>
    `/checkout/complete?orderIds=${orderIds.join(",")}${token ? `&token=${token}` : ""}`,
  pending: (cartId: string) => `/checkout/pending/${cartId}`,
  membership: (action?: string) => `/membership${action ? `/${action}` : ""}`,
  sellerPage: (name: SellerPageName) => `/${name}`,
  resend: () => "/resend",
  manage: (id: string, token?: string) => `/manage/${id}${token ? `?token=${token}` : ""}`,
  cancelAutoRenew: (ticket_order_id: string) => `/manage/${ticket_order_id}/cancel-auto-renew`,
  my: () => "/my",
  myMembership: () => "/my/membership",
  myProfile: () => "/my/profile",
  myUpcoming: () => "/my/upcoming",
  mySession: (id: string) => `/my/upcoming/session/${id}`,
  myOrders: () => "/my/orders",
  myOrder: (id: string) => `/my/orders/${id}`,
  logout: () => "/logout",
  /** Sellers can configure the path. */
  login: loginPath,
  /** The return path of logins at a provider, or at the seller's own system. */
  loginCallback: loginCallbackPath,
  externalCallback: () => "/login/external-callback",
  forgotPassword: () => "/user/forgot-password",
  forgotMembership: () => "/user/forgot-membership",
  setEmail: () => "/user/set-email-address",
} as const;
