import { allDayEvent } from "@foyer/rules/catalog/allDay.ts";
import { useState, type Ref } from "react";
import type { EventTemplate, MessageRule } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { shownPrices, showsPrices } from "@foyer/rules/reserve/pickerDays.ts";
import { messagesFor, type SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import { initialTab, isAllDayVisit, isSessionOpen, dayPartTabs } from "@foyer/rules/reserve/sessionPicker.ts";
import { ChoiceGroup } from "@foyer/ui/choice/ChoiceGroup.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { stepErrorId, FormStep } from "../../../shared/form/FormStep.tsx";
import { TileBadges } from "./TileBadges.tsx";
import { PriceLines } from "./PriceLines.tsx";
import { useDeferredText } from "../text/useDeferredText.ts";
import { usePricePrefixes } from "../text/useInitialText.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";
import { useLeftText } from "../text/useReserveText.ts";

export type SessionDescription = {
  readonly details: readonly string[];
  readonly badges: readonly string[];
  /** Why it cannot be chosen; undefined if the session's own state already says so. */
  readonly disabledReason?: string | undefined;
};

export type SessionStepProps = {
  readonly event: EventTemplate;
  readonly rules: readonly MessageRule[];
  /** The tickets chosen so far, for annotations that depend on them. */
  readonly chosen?: readonly SelectedTicket[] | undefined;
  readonly hasSeveralPrices: boolean;
  /** Undefined while loading. */
  readonly sessions: readonly EventSession[] | undefined;
  readonly session: EventSession | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly error: string | undefined;
  readonly messages: readonly string[];
  /** Replaces the prices and the number of tickets left. */
  readonly describe?: ((session: EventSession) => SessionDescription) | undefined;
  readonly onChoose: (session: EventSession) => void;
  readonly onReopen: () => void;
};

export function SessionStep({
  event,
  rules,
  chosen,
  hasSeveralPrices,
  sessions,
  session,
  headingRef,
  error,
  messages,
  describe,
  onChoose,
  onReopen,
}: SessionStepProps) {
  const t = useDeferredText();
  const when = useDateFormats();
  const allDay = session && isAllDayVisit(session, allDayEvent(event), sessions?.length ?? 0);
  const hasOthers = (sessions?.filter(isSessionOpen).length ?? 0) > 1;
  return (
    <FormStep
      name="session"
      heading={session ? t("reserve.time") : t("reserve.time.choose")}
      headingRef={headingRef}
      chosen={session && (allDay ? t("reserve.time.all_day") : when.time(session.local_start))}
      onChange={hasOthers ? onReopen : undefined}
      change={t("reserve.change")}
      changeLabel={t("reserve.time.change")}
      error={error}
      messages={messages}
    >
      {!sessions && (
        <>
          <VisuallyHidden>{t("reserve.time.loading")}</VisuallyHidden>
          <Skeleton shape="tile" count={4} />
        </>
      )}
      {sessions?.length === 0 && <p>{t("reserve.session_unavailable")}</p>}
      {sessions && sessions.length > 0 && (
        <SessionTabs {...{ event, rules, chosen, hasSeveralPrices, sessions, session, error, describe, onChoose }} />
      )}
    </FormStep>
  );
}

type SessionTabsProps = Pick<
  SessionStepProps,
  "event" | "rules" | "chosen" | "hasSeveralPrices" | "session" | "error" | "describe" | "onChoose"
> & {
  readonly sessions: readonly EventSession[];
};

function SessionTabs({ event, sessions, session, ...rest }: SessionTabsProps) {
  const t = useDeferredText();
  const { web } = useSeller();
  const tabs = dayPartTabs(sessions, event.config.session_picker_tabs ?? web.session_picker_tabs);
  const [opened, setOpened] = useState<string>();
  const first = initialTab(tabs, session?.id);
  const shown = tabs.findIndex((tab) => tab.label === opened && tab.state === "open");
  const tab = tabs[shown >= 0 ? shown : first];
  if (!tab) return <SessionOptions event={event} sessions={sessions} session={session} {...rest} />;
  return (
    <Tabs
      label={t("reserve.time.part")}
      value={tab.label}
      onChange={setOpened}
      tabs={tabs.map(({ label, state }) => ({
        value: label,
        label,
        ...(state === "open"
          ? {}
          : { disabledReason: t(state === "sold_out" ? "reserve.date.sold_out" : "reserve.date.not_available") }),
      }))}
    >
      <SessionOptions event={event} sessions={tab.sessions} session={session} {...rest} />
    </Tabs>
  );
}

function SessionOptions({
  event,
  rules,
  chosen,
  hasSeveralPrices,
  sessions,
  session,
  error,
  describe,
  onChoose,
}: SessionTabsProps) {
  const t = useDeferredText();
  const when = useDateFormats();
  const { web } = useSeller();
  const price = useTilePrice();
  const leftText = useLeftText();
  const prefixes = usePricePrefixes(event.config, sessions, hasSeveralPrices);
  // The price of a selection is exact; the price of a ticket can be the lowest of several.
  const pricesOf = (one: EventSession): readonly string[] =>
    one.price === null
      ? shownPrices(one, prefixes).map(({ amount, prefix }) => price(amount, prefix))
      : [price(one.price)];
  return (
    <ChoiceGroup
      label={t("reserve.time.choose")}
      value={session?.id}
      invalid={error !== undefined}
      describedBy={error === undefined ? undefined : stepErrorId("session")}
      onChoose={(id) => {
        const found = sessions.find((one) => one.id === id);
        if (found) onChoose(found);
      }}
      options={sessions.map((one) => {
        const open = isSessionOpen(one);
        const own = describe?.(one);
        const left = open ? leftText(one.left) : undefined;
        const annotations = messagesFor(rules, "session_annotation", {
          day: one.local_day,
          time: one.local_start,
          chosen,
        });
        return {
          value: one.id,
          label: when.time(one.local_start),
          disabledReason: own?.disabledReason
            ? own.disabledReason
            : open
              ? undefined
              : t(one.price !== null && one.left !== 0 ? "reserve.time.not_enough" : "reserve.date.sold_out"),
          detail:
            open && (own || showsPrices(web.price_display, "sessions")) ? (
              <PriceLines prices={own?.details ?? pricesOf(one)} />
            ) : undefined,
          badge: <TileBadges texts={[...(own?.badges ?? (left === undefined ? [] : [left])), ...annotations]} />,
        };
      })}
    />
  );
}
