import { useEffect } from "react";
import { useLocation } from "wouter";
import { accountStrings } from "../features/account/account.strings.ts";
import { AccountFrame, Waiting } from "../features/account/AccountFrame.tsx";
import { accountHome } from "../features/account/accountPages.ts";
import { useMember } from "../features/login/useMember.ts";
import { paths } from "../shared/paths.ts";
import { useSeller } from "../shared/seller.tsx";
import type { Place } from "./screen.ts";

export function Screen() {
  return <AccountFrame path={paths.my()}>{() => <Onward />}</AccountFrame>;
}

/** Whoever logs in here goes on as the guard leads whoever comes logged in. */
function Onward() {
  const { configuration } = useSeller();
  const { isMember } = useMember();
  const [, navigate] = useLocation();
  const to = accountHome(configuration, isMember);
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return <Waiting />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["account.nav"] ?? accountStrings["account.nav"],
});
