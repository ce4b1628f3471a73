import { Link, useLocation, useSearch } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { dateFormat } from "../../shared/formats.ts";
import { useMember, type Member } from "../login/useMember.ts";
import css from "./Listing.module.css";
import { listingStrings } from "./listing.strings.ts";

/** Visitors are told that members see more, members how long they are, and who was one that they can be again. */
export function MembersBanner() {
  const member = useMember();
  if (member.strength === "none" || member.isLoading) return <ForVisitors />;
  return <ForMembers member={member} />;
}

function ForVisitors() {
  const t = useText(listingStrings);
  const [path] = useLocation();
  // What the listing is narrowed to stays as it is.
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
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

function ForMembers({ member: { user, memberships, hadMembership } }: { readonly member: Member }) {
  const t = useText(listingStrings);
  const { locale } = useSeller();
  const valid = memberships.find(({ is_valid }) => is_valid);
  const name = user?.identity.first_name;
  const renew = <Link href={paths.membership("renew")}>{t("listing.members.renew")}</Link>;
  const until = (day: string) =>
    dateFormat(locale, { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" }).format(
      new Date(`${day}T12:00:00Z`),
    );
  return (
    <p className={css.members}>
      {name && t("listing.members.hello", { name })}{" "}
      {valid &&
        (valid.last_day === null
          ? t("listing.members.lifetime", { level: valid.level_name })
          : t("listing.members.until", { level: valid.level_name, date: until(valid.last_day) }))}{" "}
      {valid?.is_renewable && renew}
      {hadMembership && (
        <>
          {t("listing.members.expired")} {renew}
        </>
      )}
      {memberships.length === 0 && (
        <>
          {t("listing.members.banner")} <Link href={paths.membership()}>{t("listing.members.join")}</Link>
        </>
      )}
    </p>
  );
}
