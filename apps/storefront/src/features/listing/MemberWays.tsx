import { Link } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useText } from "../../shared/seller.tsx";
import { useMember } from "../login/useMember.ts";
import css from "./Listing.module.css";
import { listingStrings } from "./listing.strings.ts";

/** To whoever is logged in the listing says what their membership opens, or how to have one (requirements OPEN-20). */
export function MemberGreeting() {
  const t = useText(listingStrings);
  const { user, isMember, isLoading } = useMember();
  const name = user?.identity.first_name;
  return (
    <p className={css.members}>
      {name && t("listing.members.hello", { name })}{" "}
      {!isLoading && (isMember ? t("listing.members.benefits") : <Join />)}
    </p>
  );
}

/** On a members' event: what stands in the way of whoever is logged in; nothing in that of a member. */
export function MemberWay() {
  const { isMember, isLoading } = useMember();
  return isMember || isLoading ? null : <Join />;
}

function Join() {
  const t = useText(listingStrings);
  const { hadMembership } = useMember();
  return hadMembership ? (
    <>
      {t("listing.members.over")} <Link href={paths.membership("renew")}>{t("listing.members.renew")}</Link>
    </>
  ) : (
    <Link href={paths.membership()}>{t("listing.members.join")}</Link>
  );
}
