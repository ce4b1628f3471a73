import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Link } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { LoadingNotice } from "../../../shared/loading/LoadingNotice.tsx";
import { useMoney, useText } from "../../../shared/seller/seller.tsx";
import { showFailure } from "../../../shared/errors/failure.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { paths } from "../../../shared/url/paths.ts";
import { cartStrings } from "../../cart/cart.strings.ts";
import { AddOnCard } from "./AddOnCard.tsx";
import css from "./AddOns.module.css";
import type { AddOnOffer } from "./addOns.queries.ts";
import { addOnsStrings } from "./addOns.strings.ts";
import { HeldVisit } from "./HeldVisit.tsx";
import { useAddOns } from "./useAddOns.ts";
import { useHoldAddOns, type HeldAddOns, type NamedRefusal } from "./useHoldAddOns.ts";

const lazyCodeModal = lazyComponent([], () => import("../submit/CodeModal.tsx"));

/** The held visit, the cards, and one button that adds what is chosen and goes to the checkout. */
export function AddOnsForm({ cart, offers }: { readonly cart: Cart; readonly offers: readonly AddOnOffer[] }) {
  const t = useText(addOnsStrings);
  const shared = useText(sharedStrings);
  const { addOns, taken, count, total, ...choose } = useAddOns(offers, cart);
  const { hold, isBusy, refused, ...codes } = useHoldAddOns(taken, choose.keepOnly);
  const visits = cart.lines.filter(({ event_template_id }) => event_template_id === cart.anchor?.event_template_id);
  const days = new Set([...visits, ...offers.flatMap(({ sessions }) => sessions)].map(({ local_day }) => local_day));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void hold().catch(() => showFailure(failureText(shared)));
  };
  return (
    <>
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
      <AddOnCodeDialog isBusy={isBusy} {...codes} />
    </>
  );
}

type AddOnCodeDialogProps = Pick<HeldAddOns, "needed" | "codeProblem" | "submitCode" | "dismiss" | "isBusy">;

/** Asks for the code that an add-on requires. Rendered outside of the form, because forms cannot be nested. */
function AddOnCodeDialog({ needed, ...submitting }: AddOnCodeDialogProps) {
  // Kept mounted once shown, so that closing is animated.
  const [shown, setShown] = useState(needed);
  if (needed && needed !== shown) setShown(needed);
  if (!shown) return null;
  return (
    <LoadedPart part={lazyCodeModal} placeholder={<LoadingNotice />}>
      {(part) => <part.CodeModal isOpen={needed !== undefined} refusal={shown} submitting={submitting} />}
    </LoadedPart>
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

/** About a second. */
const maxFrames = 60;

/** Above the cards, while the button is below them: it takes the focus, which scrolls it into view. */
function RefusedAddOns({ refused }: { readonly refused: readonly NamedRefusal[] }) {
  const t = useText(addOnsStrings);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    // A dialog that closes gives the focus back to the button.
    const takeFocus = (framesLeft: number): void => {
      if (framesLeft > 0 && document.querySelector("dialog[open]"))
        frame = requestAnimationFrame(() => takeFocus(framesLeft - 1));
      else ref.current?.focus();
    };
    takeFocus(maxFrames);
    return () => cancelAnimationFrame(frame);
  }, [refused]);
  return (
    <div ref={ref} tabIndex={-1}>
      <Banner tone="error" title={t("add_ons.refused")}>
        <ul role="list">
          {refused.map(({ event_template_id, name, error }) => (
            <li key={event_template_id}>{t("add_ons.refused.one", { name, reason: error.description })}</li>
          ))}
        </ul>
        {t("add_ons.refused.rest")}
      </Banner>
    </div>
  );
}
