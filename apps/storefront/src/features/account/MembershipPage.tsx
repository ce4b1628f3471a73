import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { groupByOrder, isAhead, isRenewed, type HeldParty } from "@foyer/rules/membership/renewalOptions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../shared/url/paths.ts";
import { canJoin, canRenew } from "../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { EditMembers } from "../membership/card/EditMembers.tsx";
import { useMember } from "../login/session/useMember.ts";
import { memberQrCodeUrl } from "../membership/membership.queries.ts";
import { useRoleName } from "../membership/useRoleName.ts";
import accountCss from "./Account.module.css";
import css from "./MembershipPage.module.css";
import { emailMemberships, useSavedMethods } from "./account.queries.ts";
import { NothingYet } from "./NothingYet.tsx";
import { accountStrings } from "./account.strings.ts";
import { useAccountDates } from "./accountDates.ts";
import { CardBrand } from "./CardBrand.tsx";
import { DescriptionList } from "./DescriptionList.tsx";
import { ResendButton } from "./resend/ResendButton.tsx";
import { WalletPasses } from "./orders/WalletPasses.tsx";

/** The account's memberships with their members and renewal, and the saved cards. */
export function MembershipPage() {
  const t = useText(accountStrings);
  const { memberships } = useMember();
  if (memberships.length === 0) return <NoMembership />;
  return (
    <>
      <h1>{t("account.my_membership")}</h1>
      <ul role="list" className={css.memberships}>
        {groupByOrder(memberships).map((held) => (
          <MembershipCard key={held.primary.id} held={held} />
        ))}
      </ul>
      <SavedCards />
      <ResendButton label={t("membership.resend")} sentMessage={t("membership.resent")} send={emailMemberships} />
    </>
  );
}

function NoMembership() {
  const t = useText(accountStrings);
  const seller = useSeller();
  return (
    <>
      <h1>{t("account.my_membership")}</h1>
      <NothingYet action={canJoin(seller) ? { href: paths.membership(), label: t("membership.join") } : undefined}>
        {t("membership.none")}
      </NothingYet>
    </>
  );
}

/** The last day of a membership, and whether it is renewed, or from when it can be if that is still ahead. */
const useExpiry = () => {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  const noteFor = ({ renewable_from, is_expired, is_renewable }: Membership): string | undefined => {
    if (renewable_from === null) return t("membership.renewed");
    return is_expired || is_renewable ? undefined : t("membership.renew_from", { date: dates.day(renewable_from) });
  };
  return (held: Membership): ReactNode => {
    if (held.last_day === null) return t("membership.no_end");
    const note = noteFor(held);
    return (
      <>
        {dates.day(held.last_day)} {note && <span className={css.note}>{note}</span>}
      </>
    );
  };
};

function MembershipCard({ held: { primary, party } }: { readonly held: HeldParty<Membership> }) {
  const t = useText(accountStrings);
  const seller = useSeller();
  const isRenewable = primary.is_renewable && canRenew(seller);
  const { level_name, is_expired, is_valid, own, ticket_id, auto_renew_trouble } = primary;
  const others = party.filter(({ id }) => id !== primary.id);
  const [edit, setEdit] = useState<"open" | "saved">();
  const editable = party.filter((one) => one.editable);
  const heading = `membership-${primary.id}`;
  return (
    <li className={css.membership} data-expired={is_expired || undefined}>
      <h2 id={heading}>{level_name}</h2>
      {primary.scan_code !== null && !is_expired && (
        <div className={css.code}>
          <img
            src={memberQrCodeUrl(seller.slug, primary.id)}
            width={320}
            height={320}
            alt={t("membership.qr", { level: level_name })}
          />
        </div>
      )}
      <MembershipFacts membership={primary} />
      {auto_renew_trouble && <Banner tone="warning">{t(`membership.auto_renew.${auto_renew_trouble}`)}</Banner>}
      {others.length > 0 && <OtherMembers others={others} />}
      {edit === "saved" && <Banner tone="success">{t("membership.edited")}</Banner>}
      {edit === "open" && (
        <EditMembers party={editable} onCancel={() => setEdit(undefined)} onSaved={() => setEdit("saved")} />
      )}
      {edit !== "open" && (isRenewable || is_valid) && (
        <p className={css.row}>
          {isRenewable && (
            <Link href={paths.membership("renew")} {...buttonAttributes({ kind: "primary" })}>
              {t("membership.renew")}
            </Link>
          )}
          {editable.length > 0 && <Button onClick={() => setEdit("open")}>{t("membership.edit")}</Button>}
          {is_valid && ticket_id && own && <WalletPasses ticket_id={ticket_id} />}
        </p>
      )}
    </li>
  );
}

/** Holder, number, dates and renewal. A renewed term says nothing of auto-renew: the next term does. */
function MembershipFacts({ membership }: { readonly membership: Membership }) {
  const t = useText(accountStrings);
  const dates = useAccountDates();
  const expiry = useExpiry();
  const { timezone } = useSeller();
  const { member_number, holder_name, auto_renew_state, is_expired, last_day, valid_from, ticket_order_id } =
    membership;
  const autoRenewal = (
    <span className={css.stateWithLink}>
      {t(`membership.auto_renew.${auto_renew_state}`)}{" "}
      {auto_renew_state === "scheduled" && ticket_order_id && (
        <Link href={paths.cancelAutoRenew(ticket_order_id)} {...buttonAttributes({ kind: "text" })}>
          {t("membership.auto_renew.cancel")}
        </Link>
      )}
    </span>
  );
  return (
    <DescriptionList
      entries={[
        ...(holder_name ? [{ label: t("membership.holder"), value: holder_name }] : []),
        ...(member_number
          ? [{ label: t("membership.number"), value: <span className={css.number}>{member_number}</span> }]
          : []),
        ...(isAhead(membership)
          ? [{ label: t("membership.starts"), value: dates.dayOfMoment(valid_from, timezone) }]
          : []),
        {
          label: t(is_expired && last_day !== null ? "membership.expired" : "membership.expires"),
          value: expiry(membership),
        },
        ...(isRenewed(membership) ? [] : [{ label: t("membership.auto_renew"), value: autoRenewal }]),
      ]}
    />
  );
}

/** The other members, who share the dates and renewal of the membership. */
function OtherMembers({ others }: { readonly others: readonly Membership[] }) {
  const t = useText(accountStrings);
  const roleName = useRoleName();
  return (
    <div className={css.others}>
      <h3>{t("membership.others")}</h3>
      <ul role="list">
        {others.map(({ id, holder_name, party_role, member_number }) => (
          <li key={id}>
            <span>{holder_name ?? t("membership.others.unnamed", { role: roleName(party_role) })}</span>
            {member_number && <span className={css.number}>{member_number}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SavedCards() {
  const t = useText(accountStrings);
  const methods = useSavedMethods();
  if (methods.length === 0) return null;
  return (
    <section className={accountCss.part} aria-labelledby="saved-card">
      <h2 id="saved-card">{t("membership.saved_card", { count: methods.length })}</h2>
      <ul role="list" className={css.cards}>
        {methods.map(({ id, brand, identifier }) => (
          <li key={id}>
            <CardBrand brand={brand} />
            <span>{identifier}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
