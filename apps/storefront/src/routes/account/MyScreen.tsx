import { useEffect } from "react";
import { useLocation } from "wouter";
import { accountStrings } from "../../features/account/account.strings.ts";
import { AccountFrame, AccountSkeleton } from "../../features/account/AccountFrame.tsx";
import { accountHome } from "../../features/account/accountHome.ts";
import { useMember } from "../../features/login/session/useMember.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AccountFrame path={paths.my()}>{() => <AccountRedirect />}</AccountFrame>;
}

/** After a login here, the visitor is redirected like one who was already logged in. */
function AccountRedirect() {
  const { configuration } = useSeller();
  const { memberships } = useMember();
  const [, navigate] = useLocation();
  const to = accountHome(
    configuration,
    memberships.some(({ is_valid }) => is_valid),
  );
  useEffect(() => {
    navigate(to, { replace: true });
  }, [navigate, to]);
  return <AccountSkeleton />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.nav"] ?? accountStrings["account.nav"],
});
