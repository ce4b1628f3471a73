import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link, useLocation } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { showFailure } from "../../../shared/errors/failure.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { paths } from "../../../shared/url/paths.ts";
import { cartStrings } from "../../cart/cart.strings.ts";
import { buildReserveRequest } from "../submit/buildReserveRequest.ts";
import { useDeferredText } from "../text/useDeferredText.ts";
import { AddOnCard } from "./AddOnCard.tsx";
import css from "./AddOns.module.css";
import type { AddOnOffer } from "./addOns.queries.ts";
import { addOnsStrings } from "./addOns.strings.ts";
import { HeldVisit } from "./HeldVisit.tsx";
import { holdAddOns, type RefusedAddOn } from "./holdAddOns.ts";
import { useAddOns } from "./useAddOns.ts";

/** The held visit, the cards, and one button that adds what is chosen and goes to the checkout. */
export function AddOnsForm({ cart, offers }: { readonly cart: Cart; readonly offers: readonly AddOnOffer[] }) {
  const t = useText(addOnsStrings);
  const shared = useText(sharedStrings);
  const { addOns, taken, count, total, ...choose } = useAddOns(offers, cart);
  const { hold, isBusy, refused } = useHold(taken, choose.keepOnly);
  const days = new Set(offers.flatMap(({ sessions }) => sessions.map(({ local_day }) => local_day)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void hold().catch(() => showFailure(failureText(shared)));
  };
  return (
    <form noValidate className={css.page} aria-label={t("add_ons.title")} onSubmit={submit}>
      <div className={css.head}>
        <HeldVisit cart={cart} />
        <h1>{t("add_ons.title")}</h1>
      </div>
      {refused.length > 0 && <RefusedAddOns refused={refused} />}
      <ul role="list" className={css.cards}>
        {addOns.map((addOn) => (
          <li key={addOn.offer.event.id}>
            <AddOnCard
              addOn={addOn}
              isOneDay={days.size === 1}
              onQuantity={(id, quantity) => choose.chooseQuantity(addOn, id, quantity)}
              onSession={(id) => choose.chooseSession(addOn, id)}
            />
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <Button kind="primary" type="submit" wide busy={isBusy}>
          <SubmitLabel count={count} total={total} isDone={offers.length === 0} />
        </Button>
        <Link href={paths.allEvents()} className={css.all}>
          {t("add_ons.all_events")}
        </Link>
      </div>
    </form>
  );
}

type SubmitLabelProps = {
  readonly count: number;
  readonly total: string | undefined;
  /** There is nothing left to add. */
  readonly isDone: boolean;
};

function SubmitLabel({ count, total, isDone }: SubmitLabelProps) {
  const t = useText(addOnsStrings);
  const cart = useText(cartStrings);
  const money = useMoney();
  if (count > 0)
    return total === undefined
      ? t("add_ons.add.unpriced", { count })
      : t("add_ons.add", { count, total: money(total) });
  if (isDone) return cart("cart.checkout");
  if (total === undefined || Number(total) === 0) return t("add_ons.no_thanks.free");
  return t("add_ons.no_thanks", { total: money(total) });
}

type NamedRefusal = RefusedAddOn & { readonly name: string };

/** Above the cards, while the button is below them: it takes the focus, which scrolls it into view. */
function RefusedAddOns({ refused }: { readonly refused: readonly NamedRefusal[] }) {
  const t = useText(addOnsStrings);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus();
  }, [refused]);
  return (
    <div ref={ref} tabIndex={-1}>
      <Banner tone="error" title={t("add_ons.refused")}>
        <ul role="list">
          {refused.map(({ event_template_id, name, reason }) => (
            <li key={event_template_id}>{t("add_ons.refused.one", { name, reason })}</li>
          ))}
        </ul>
        {t("add_ons.refused.rest")}
      </Banner>
    </div>
  );
}

/** Holds the chosen add-ons, then goes to the checkout unless something was refused. */
const useHold = (taken: ReturnType<typeof useAddOns>["taken"], keepOnly: ReturnType<typeof useAddOns>["keepOnly"]) => {
  const client = useQueryClient();
  const { slug, default_currency_code: currency } = useSeller();
  const announce = useAnnounce();
  const reserve = useDeferredText();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly NamedRefusal[]>([]);
  const hold = async (): Promise<void> => {
    if (taken.length === 0) return navigate(paths.checkout());
    setBusy(true);
    setRefused([]);
    try {
      const requests = taken.flatMap(
        ({ offer, session, tickets }) =>
          buildReserveRequest({
            event_template_id: offer.event.id,
            currency,
            reserve: { session, choices: tickets.choices, prices: {} },
          }).add ?? [],
      );
      const found = await holdAddOns(client, slug, requests);
      keepOnly(found.map(({ event_template_id }) => event_template_id));
      if (found.length === 0) {
        announce(reserve("reserve.done"));
        return navigate(paths.checkout());
      }
      const nameOf = (id: string) => taken.find(({ offer }) => offer.event.id === id)?.offer.event.name ?? "";
      setRefused(found.map((one) => ({ ...one, name: nameOf(one.event_template_id) })));
      await client.invalidateQueries({ queryKey: ["listing"] });
    } finally {
      setBusy(false);
    }
  };
  return { hold, isBusy, refused };
};
