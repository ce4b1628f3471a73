import { Link } from "wouter";
import { canJoin, canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { listingStrings } from "./listing.strings.ts";

/** How to see what is for members: log in or join, as far as the seller has it. */
export function JoinOrLogInLinks({ login }: { readonly login: string }) {
  const t = useText(listingStrings);
  const seller = useSeller();
  return (
    <>
      {canLogIn(seller) && (
        <Link href={login} rel="nofollow">
          {t("listing.members.login")}
        </Link>
      )}
      {canLogIn(seller) && canJoin(seller) && " · "}
      {canJoin(seller) && <Link href={paths.membership()}>{t("listing.members.join")}</Link>}
    </>
  );
}
