import { useQueryClient } from "@tanstack/react-query";
import type { LoginReply, User } from "@foyer/contract/shop/login.ts";
import { sameSitePath } from "@foyer/rules/values/safeUrls.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { storeLogin } from "./storeLogin.ts";
import { loginStrings } from "../login.strings.ts";

/** Stores a login and announces it. */
export const useCompleteLogin = () => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const { slug } = useSeller();
  const t = useText(loginStrings);
  return (reply: LoginReply): User | undefined => {
    const user = storeLogin(client, slug, reply);
    announce(t("login.done"));
    return user;
  };
};

/**
 * The path to go to after a login: the requested one, if it is in this storefront. Accounts without an e-mail address are
 * asked for one first.
 */
export const pathAfterLogin = (user: User | undefined, requested: string | null): string => {
  const path = sameSitePath(requested) ?? paths.home();
  if (!user?.needs_email || path.startsWith(paths.setEmail())) return path;
  return `${paths.setEmail()}?${new URLSearchParams({ redirect: path })}`;
};
