/** Paths within a seller's storefront, without the seller's base. */
export const paths = {
  home: () => "/",
  events: () => "/events",
  event: (id: string, action?: string) => `/events/${id}${action ? `/${action}` : ""}`,
  checkout: (cartId?: string) => (cartId ? `/checkout/${cartId}` : "/checkout"),
  complete: (orderIds: readonly string[], token?: string) =>
    `/checkout/complete?orderIds=${orderIds.join(",")}${token ? `&token=${token}` : ""}`,
  pending: (cartId: string) => `/checkout/pending/${cartId}`,
  membership: (action?: string) => `/membership${action ? `/${action}` : ""}`,
  resend: () => "/resend",
  manage: (id: string) => `/manage/${id}`,
  my: () => "/my",
  logout: () => "/logout",
  login: () => "/login",
  forgotPassword: () => "/user/forgot-password",
} as const;
