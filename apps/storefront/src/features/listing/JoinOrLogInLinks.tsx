import { Link } from "wouter";
import { canJoin, canLogIn } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { paths } from "../../shared/url/paths.ts";
import { listingStrings } from "./listing.strings.ts";

/** Links to log in or join, to see what is for members, as far as the seller offers it. */
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
