import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import type { CodeLookup } from "@foyer/contract/codes.ts";
import type { GiftLevel } from "@foyer/contract/level.ts";
import { redeemedLevels } from "@foyer/rules/memberGift.ts";
import {
  levelPrice,
  levelsOf,
  nobodyTyped,
  partyMissing,
  usualLevel,
  type Level,
} from "@foyer/rules/membershipForm.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { paths } from "../../shared/paths.ts";
import { savedOf } from "../../shared/saved.ts";
import { useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { eventQuery } from "../reserve/reserve.queries.ts";
import { ProblemSaid } from "../reserve/ProblemSaid.tsx";
import { ReserveEnd } from "../reserve/ReserveEnd.tsx";
import { ReserveFooter } from "../reserve/ReserveFooter.tsx";
import reserveCss from "../reserve/ReserveForm.module.css";
import { errorOf, Step } from "../reserve/Step.tsx";
import { TicketDetails } from "../reserve/TicketDetails.tsx";
import { useLeadToError } from "../reserve/useLeadToError.ts";
import { useSendOnceReady } from "../reserve/useSendOnceReady.ts";
import { LevelCards } from "./LevelCards.tsx";
import { useLevelWords } from "./levelWords.ts";
import { MembershipDialogs } from "./MembershipDialogs.tsx";
import { rulesQuery } from "./membership.queries.ts";
import { asksParty, PartyFields } from "./PartyFields.tsx";
import { redeemStrings } from "./redeem.strings.ts";
import { useLevelDetails } from "./useLevelDetails.ts";
import { useMembershipSubmit } from "./useMembershipSubmit.ts";
import { useMembershipText } from "./useMembershipText.ts";
import { useParty } from "./useParty.ts";

/** The levels of a gift as they are sold, in the gift's order. */
const useGiftLevels = (offered: readonly GiftLevel[]) => {
  const { slug } = useSeller();
  const events = [...new Set(offered.map(({ event_template_id }) => event_template_id))];
  const groups = offered.map(({ ticket_group_id }) => ticket_group_id);
  const read = useQueries({
    // Levels for links alone are among them: the gift is the link.
    queries: events.map((event_template_id) => eventQuery({ slug, event_template_id, tg: groups })),
  });
  const types = read.flatMap(({ data }) => data?.ticket_type?._data ?? []);
  const isThere = read.every(({ data }) => data !== undefined);
  const rules = useQuery(rulesQuery(isThere ? types.map(({ id }) => id) : []));
  const all = [...read, rules];
  const levels =
    rules.data &&
    levelsOf({
      groups: read.flatMap(({ data }) => data?.ticket_group?._data ?? []),
      types,
      rules: rules.data.membership_rules._data,
      tg: groups,
      action: "buy",
    }).toSorted((one, other) => groups.indexOf(one.group.id) - groups.indexOf(other.group.id));
  return {
    levels,
    hasFailed: all.some(({ error, data }) => error !== null && data === undefined),
    again: () => void Promise.all(all.map(({ refetch }) => refetch())),
  };
};

export type RedeemFormProps = {
  readonly code: string;
  readonly found: CodeLookup;
  /** A hand has sent the code: the focus goes on to what comes next. */
  readonly wasTyped: boolean;
  readonly onChange: () => void;
};

/** What a gift's code is good for: which level, and who stands on it. */
export function RedeemForm(props: RedeemFormProps) {
  const t = useMembershipText();
  const redeem = useText(redeemStrings);
  const { default_currency_code: currency } = useSeller();
  const [offered] = useState(() => redeemedLevels(props.found.levels, currency));
  const { levels, hasFailed, again } = useGiftLevels(offered);
  if (hasFailed)
    return (
      <Banner tone="error" action={<Button onClick={again}>{t("membership.again")}</Button>}>
        {t("membership.failed")}
      </Banner>
    );
  if (!levels)
    return (
      <div role="status">
        <VisuallyHidden>{redeem("redeem.loading")}</VisuallyHidden>
        <Skeleton shape="tile" count={3} />
      </div>
    );
  return <Fields {...props} offered={offered} levels={levels} />;
}

const formId = "redeem";

type FieldsProps = RedeemFormProps & { readonly offered: readonly GiftLevel[]; readonly levels: readonly Level[] };

function Fields({ code, wasTyped, onChange, offered, levels }: FieldsProps) {
  const t = useText(redeemStrings);
  const words = useMembershipText();
  const said = useLevelWords();
  const money = useMoney();
  const { slug, default_currency_code: currency, configuration, web } = useSeller();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState(usualLevel(levels));
  const level = levels.find(({ group }) => group.id === chosen);
  const party = useParty(level, nobodyTyped);
  const { counts } = party.typed;
  const { details } = useLevelDetails({ level, counts, action: "buy" });
  const missing = partyMissing(level, counts);
  const [wasMissing, setMissing] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const leadToError = useLeadToError(() => form.current);
  useEffect(() => {
    if (wasTyped) heading.current?.focus();
  }, [wasTyped]);

  const priceOf = (one: Level, of: typeof counts) => {
    const gift = offered.find(({ ticket_group_id }) => ticket_group_id === one.group.id);
    const [least, all] = [levelPrice(one, {}, currency), levelPrice(one, of, currency)];
    // Whoever stands on it beside those that the gift is for is paid for.
    const more = all.price - least.price;
    return {
      price: (fromWire(gift?.discounted_amount ?? "", currency) ?? least.price) + more,
      before: (fromWire(gift?.currency_amount ?? "", currency) ?? least.before) + more,
      fees: 0,
    };
  };

  const submitting = useMembershipSubmit({
    wanted: () =>
      level && {
        action: "buy",
        level,
        typed: party.typed,
        renews_id: undefined,
        giftee: undefined,
        auto_renew: false,
        additionalInfo: details.request.additionalInfo,
        code,
      },
    done: t("redeem.done"),
    refuse: (refused) => {
      const isTold = party.refuse(refused) || details.refuse(refused);
      if (isTold) leadToError();
      return isTold;
    },
    lead: () => {
      const skips = web.skip_upsells === true || savedOf(slug).get().skip_upsells;
      navigate(configuration.upsells !== undefined && !skips ? paths.events() : paths.checkout());
    },
  });
  const { problem, clear } = submitting;
  const once = useSendOnceReady(details, () => {
    party.say();
    details.say();
    if (party.problems.length > 0 || details.isLacking) return leadToError();
    submitting.submit();
  });
  const isBusy = submitting.isBusy || once.isWaiting;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    clear();
    setMissing(missing);
    if (missing) return leadToError();
    once.submit();
  };

  const isLevelMissing = wasMissing === "level" && missing === "level";
  const label = t(levels.length > 1 ? "redeem.level" : "redeem.level.only");
  const total = money(toWire(level ? priceOf(level, counts).price : 0, currency));
  return (
    <>
      <form
        id={formId}
        ref={form}
        className={reserveCss.form}
        aria-label={t("redeem.title")}
        noValidate
        onSubmit={onSubmit}
      >
        <Step
          name="code"
          heading={t("redeem.code")}
          chosen={code}
          onChange={onChange}
          change={t("redeem.code.change")}
          changeLabel={t("redeem.code.change.label")}
        />
        <Step
          name="level"
          heading={label}
          headingRef={heading}
          error={isLevelMissing ? words("membership.missing.level") : undefined}
        >
          <LevelCards
            label={label}
            cards={levels.map((one) => ({
              level: one,
              ...priceOf(one, one === level ? counts : {}),
              dates: said.dates(one, "buy"),
            }))}
            chosen={level?.group.id}
            onChoose={(id) => {
              clear();
              once.forget();
              const next = levels.find(({ group }) => group.id === id);
              if (next) party.move(next);
              setChosen(id);
            }}
            isInvalid={isLevelMissing}
            describedBy={isLevelMissing ? errorOf("level") : undefined}
          />
        </Step>
        {level && asksParty(level, counts) && (
          <Step
            name="members"
            heading={words("membership.members")}
            error={wasMissing === "members" && missing === "members" ? words("membership.missing.members") : undefined}
          >
            <PartyFields level={level} party={party} />
          </Step>
        )}
        <TicketDetails details={details} />
        {level?.group.level?.physical_card && <p className={reserveCss.said}>{words("membership.physical_card")}</p>}
        <ReserveEnd
          said={problem && <ProblemSaid problem={problem} />}
          total={total}
          fees={undefined}
          isBusy={isBusy}
          submit={t("redeem.submit")}
        />
      </form>
      <MembershipDialogs submitting={submitting} />
      <ReserveFooter form={formId} submit={t("redeem.submit")} total={total} fees={undefined} isBusy={isBusy} />
    </>
  );
}
