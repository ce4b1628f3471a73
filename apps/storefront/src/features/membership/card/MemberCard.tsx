import { useState } from "react";
import { Link } from "wouter";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import { isAhead, isRenewed, renewalAvailability, type HeldParty } from "@foyer/rules/membership/renewalOptions.ts";
import { localDayOf } from "@foyer/rules/dates/localTime.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { canOpenAccount } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { membershipDetailsStrings } from "./membershipDetails.strings.ts";
import { EditMembers } from "./EditMembers.tsx";
import css from "./MemberCard.module.css";
import { memberQrCodeUrl } from "../membership.queries.ts";
import { useRoleName } from "../useRoleName.ts";
import { useMemberDate } from "../useMemberDate.ts";

export type MemberCardProps = {
  readonly held: HeldParty<Membership>;
  readonly onNavigate?: (() => void) | undefined;
};

/** A membership as a card, with its QR code. */
export function MemberCard({ held: { primary, party }, onNavigate }: MemberCardProps) {
  const t = useText(membershipDetailsStrings);
  const roleName = useRoleName();
  const seller = useSeller();
  const isRenewedElsewhere = seller.web.external_membership_url !== undefined;
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const heading = `membership-${primary.id}`;
  const others = party.filter(({ id }) => id !== primary.id);
  if (isEditing)
    return (
      <EditMembers
        party={party.filter(({ editable }) => editable)}
        onCancel={() => setEditing(false)}
        onSaved={() => {
          setSaved(true);
          setEditing(false);
        }}
      />
    );
  return (
    <section className={css.card} aria-labelledby={heading}>
      <h3 id={heading} className={css.level}>
        {primary.level_name}
      </h3>
      {primary.scan_code !== null && !primary.is_expired && (
        <div className={css.code}>
          <img
            src={memberQrCodeUrl(seller.slug, primary.id)}
            width={320}
            height={320}
            alt={t("member.qr", { level: primary.level_name })}
          />
        </div>
      )}
      <MembershipFacts membership={primary} onNavigate={onNavigate} />
      {others.length > 0 && (
        <div className={css.party}>
          <h4>{t("member.party")}</h4>
          <ul role="list">
            {others.map(({ id, holder_name, party_role }) => (
              <li key={id}>{holder_name ?? t("member.party.unnamed", { role: roleName(party_role) })}</li>
            ))}
          </ul>
        </div>
      )}
      {isSaved && <Banner tone="success">{t("member.edit.done")}</Banner>}
      <div className={css.actions}>
        {primary.is_renewable && (isRenewedElsewhere || canOpenAccount(seller)) && (
          <Link
            href={isRenewedElsewhere ? paths.membership("renew") : paths.event(primary.event_template_id, "renew")}
            onClick={onNavigate}
            {...buttonAttributes({ kind: "primary" })}
          >
            {t("member.renew")}
          </Link>
        )}
        {party.some(({ editable }) => editable) && <Button onClick={() => setEditing(true)}>{t("member.edit")}</Button>}
      </div>
    </section>
  );
}

function MembershipFacts({
  membership,
  onNavigate,
}: {
  readonly membership: Membership;
  readonly onNavigate: MemberCardProps["onNavigate"];
}) {
  const t = useText(membershipDetailsStrings);
  const date = useMemberDate();
  const { timezone } = useSeller();
  const { member_number, holder_name, last_day, is_expired, auto_renew_state, ticket_order_id } = membership;
  const hasAutoRenewal = last_day !== null && !is_expired && !isRenewed(membership);
  const renewal = renewalAvailability(membership);
  return (
    <dl className={css.facts}>
      {member_number !== null && (
        <div>
          <dt>{t("member.number")}</dt>
          <dd className={css.number}>{member_number}</dd>
        </div>
      )}
      {holder_name !== null && (
        <div>
          <dt>{t("member.holder")}</dt>
          <dd>{holder_name}</dd>
        </div>
      )}
      {isAhead(membership) && (
        <div>
          <dt>{t("member.valid_from")}</dt>
          <dd>{date(localDayOf(membership.valid_from, timezone))}</dd>
        </div>
      )}
      <div>
        <dt>{t(is_expired ? "member.expired" : "member.valid_to")}</dt>
        <dd>
          {last_day === null ? t("member.lifetime") : date(last_day)}{" "}
          {isRenewed(membership) && <span className={css.quiet}>{t("member.renewed")}</span>}
          {renewal.kind === "from" && (
            <span className={css.quiet}>{t("member.renew.from", { date: date(renewal.day) })}</span>
          )}
        </dd>
      </div>
      {/* Lifetime, expired and renewed memberships never renew. Without a full login the renewal state is unknown. */}
      {(auto_renew_state !== "none" || (member_number !== null && hasAutoRenewal)) && (
        <div>
          <dt>{t("member.auto_renew")}</dt>
          <dd>
            {t(`member.auto_renew.${auto_renew_state}`)}{" "}
            {auto_renew_state === "scheduled" && ticket_order_id !== null && (
              <Link href={`${paths.manage(ticket_order_id)}/cancel-auto-renew`} onClick={onNavigate}>
                {t("member.auto_renew.cancel")}
              </Link>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
