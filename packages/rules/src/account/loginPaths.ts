import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** A path of plain segments: it leads to one page, and reads the same in a link and in the address bar. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

/** The storefront's other pages, which stay where they are: the first route that matches a path answers it. */
const otherPage =
  /^\/(?:(?:events|checkout|manage|membership|tickets|transfer-cart)(?:\/.*)?|my(?:\/(?:membership|profile|upcoming|orders)(?:\/.*)?)?|user\/(?:forgot-membership|forgot-password|reset-password|set-email-address)|add-ons|resend|logout|terms|privacy|imprint|accessibility|error|_stories)$/;

export const isLoginPath = (path: string): boolean => plainPath.test(path) && !otherPage.test(path);

type LoginPaths = Pick<Configuration, "login_path" | "login_callback_path">;

/** Without paths that cannot be the login's: they count as not configured. */
export const withUsableLoginPaths = <C extends LoginPaths>({ login_path, login_callback_path, ...others }: C) => ({
  ...others,
  ...(login_path !== undefined && isLoginPath(login_path) && { login_path }),
  ...(login_callback_path !== undefined && isLoginPath(login_callback_path) && { login_callback_path }),
});

/** The storefront's login page, within the seller's base. */
export const loginPath = ({ login_path = "/login" }: Pick<LoginPaths, "login_path">): string => login_path;

/** The page to which a login elsewhere returns, within the seller's base. */
export const loginCallbackPath = ({
  login_callback_path = "/login/callback",
}: Pick<LoginPaths, "login_callback_path">): string => login_callback_path;
