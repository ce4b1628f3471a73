import { Link } from "wouter";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { localDayOf } from "@foyer/rules/dates/localTime.ts";
import { lastDayOfLevel } from "@foyer/rules/membership/renewalOptions.ts";
import { paths } from "../../../shared/url/paths.ts";
import { dateFormat } from "../../../shared/format/intlFormats.ts";
import { canJoin, canRenew } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useMember } from "../../login/session/useMember.ts";
import { MembersNote } from "./MembersNote.tsx";
import { listingStrings } from "../listing.strings.ts";

/** The term of a level: its last day with all renewals, or its first day if it begins later. */
const useTermText = () => {
  const t = useText(listingStrings);
  const { locale, timezone } = useSeller();
  const format = dateFormat(locale, { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
  const text = (day: string) => format.format(new Date(`${day}T12:00:00Z`));
  return (held: Membership, memberships: readonly Membership[]): string => {
    const level = held.level_name;
    if (!held.is_valid) return t("listing.members.from", { level, date: text(localDayOf(held.valid_from, timezone)) });
    const day = lastDayOfLevel(held, memberships);
    return day === null
      ? t("listing.members.lifetime", { level })
      : t("listing.members.until", { level, date: text(day) });
  };
};

/** Greets logged-in visitors: members see their term, former members how to renew, others how to join. */
export function MemberGreeting() {
  const t = useText(listingStrings);
  const seller = useSeller();
  const { strength, user, memberships, hadMembership, isLoading } = useMember();
  const termText = useTermText();
  const own = memberships.filter((one) => one.own);
  const held = own.find(({ is_valid }) => is_valid) ?? own.find(({ is_expired }) => !is_expired);
  const name = strength === "full" ? user?.identity.first_name : undefined;
  return (
    <MembersNote>
      {name && t("listing.members.hello", { name })} {held && termText(held, own)}{" "}
      {held?.is_renewable && canRenew(seller) && (
        <Link href={paths.membership("renew")}>{t("listing.members.renew")}</Link>
      )}
      {!isLoading && !held && (
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
