import { Link } from "wouter";
import { paths } from "../../../shared/url/paths.ts";
import { dateFormat } from "../../../shared/format/intlFormats.ts";
import { canJoin, canRenew } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useMember } from "../../login/session/useMember.ts";
import { MembersNote } from "./MembersNote.tsx";
import { listingStrings } from "../listing.strings.ts";

/** Greets logged-in visitors: members see the end of their term, former members how to renew, others how to join. */
export function MemberGreeting() {
  const t = useText(listingStrings);
  const seller = useSeller();
  const { locale } = seller;
  const { strength, user, memberships, hadMembership, isLoading } = useMember();
  const valid = memberships.find(({ own, is_valid }) => own && is_valid);
  const name = strength === "full" ? user?.identity.first_name : undefined;
  const until = (day: string) =>
    dateFormat(locale, { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" }).format(
      new Date(`${day}T12:00:00Z`),
    );
  return (
    <MembersNote>
      {name && t("listing.members.hello", { name })}{" "}
      {valid &&
        (valid.last_day === null
          ? t("listing.members.lifetime", { level: valid.level_name })
          : t("listing.members.until", { level: valid.level_name, date: until(valid.last_day) }))}{" "}
      {valid?.is_renewable && canRenew(seller) && (
        <Link href={paths.membership("renew")}>{t("listing.members.renew")}</Link>
      )}
      {!isLoading && !valid && (
        <>
          {!hadMembership && canJoin(seller) && t("listing.members.banner")} <JoinLink />
        </>
      )}
    </MembersNote>
  );
}

/** On an event for members: how to join or renew, for logged-in visitors who are not members. */
export function MembershipPrompt() {
  const { isMember, isLoading } = useMember();
  return isMember || isLoading ? null : <JoinLink />;
}

function JoinLink() {
  const t = useText(listingStrings);
  const { hadMembership } = useMember();
  const seller = useSeller();
  if (hadMembership)
    return (
      <>
        {t("listing.members.expired")}{" "}
        {canRenew(seller) && <Link href={paths.membership("renew")}>{t("listing.members.renew")}</Link>}
      </>
    );
  return canJoin(seller) ? <Link href={paths.membership()}>{t("listing.members.join")}</Link> : null;
}
