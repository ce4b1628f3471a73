import { Link, useLocation, useSearch } from "wouter";
import { useText } from "../../shared/seller.tsx";
import { useStrength } from "../login/loggedIn.ts";
import css from "./Listing.module.css";
import { listingStrings } from "./listing.strings.ts";
import { paths } from "../../shared/paths.ts";
import { memberWaysPart } from "./parts.ts";

/** Visitors are told that members see more, and how to become one; whoever is logged in is greeted. */
export function MembersBanner() {
  const t = useText(listingStrings);
  const [path] = useLocation();
  const isIn = useStrength() !== "none";
  const ways = memberWaysPart.usePartWhen(isIn);
  // What the listing is narrowed to stays as it is.
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  if (ways) return <ways.MemberGreeting />;
  return (
    <p className={css.members}>
      {t("listing.members.banner")}{" "}
      {!isIn && (
        <>
          <Link href={`${path}?${login}`} rel="nofollow">
            {t("listing.members.login")}
          </Link>{" "}
          · <Link href={paths.membership()}>{t("listing.members.join")}</Link>
        </>
      )}
    </p>
  );
}
