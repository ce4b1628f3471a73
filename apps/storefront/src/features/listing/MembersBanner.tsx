import { Link, useLocation, useSearch } from "wouter";
import { useText } from "../../shared/seller.tsx";
import { useMember } from "../login/useMember.ts";
import css from "./Listing.module.css";
import { listingStrings } from "./listing.strings.ts";
import { paths } from "../../shared/paths.ts";

/** Members are greeted. Visitors are told that members see more, and how to become one. */
export function MembersBanner() {
  const t = useText(listingStrings);
  const [path] = useLocation();
  const { strength, user } = useMember();
  // What the listing is narrowed to stays as it is.
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  if (strength === "full")
    return (
      <p className={css.members}>
        {user?.identity.first_name && t("listing.members.hello", { name: user.identity.first_name })}{" "}
        {t("listing.members.benefits")}
      </p>
    );
  return (
    <p className={css.members}>
      {t("listing.members.banner")}{" "}
      <Link href={`${path}?${login}`} rel="nofollow">
        {t("listing.members.login")}
      </Link>{" "}
      · <Link href={paths.membership()}>{t("listing.members.join")}</Link>
    </p>
  );
}
