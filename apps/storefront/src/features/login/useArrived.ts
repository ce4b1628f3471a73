import { useQueryClient } from "@tanstack/react-query";
import type { LoginReply, User } from "@foyer/contract/login.ts";
import { sameSitePath } from "@foyer/rules/sameSite.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { keepLogin } from "./keepLogin.ts";
import { loginStrings } from "./login.strings.ts";

/** After a login: kept and said. */
export const useArrived = () => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const { slug } = useSeller();
  const t = useText(loginStrings);
  return (reply: LoginReply): User | undefined => {
    const user = keepLogin(client, slug, reply);
    announce(t("login.done"));
    return user;
  };
};

/** Where a login goes on to: a path of this storefront, or home. Whoever has no address is asked for one first. */
export const beyondLogin = (user: User | undefined, wanted: string | null): string => {
  const path = sameSitePath(wanted) ?? paths.home();
  if (!user?.needs_email || path.startsWith(paths.setEmail())) return path;
  return `${paths.setEmail()}?${new URLSearchParams({ redirect: path })}`;
};
