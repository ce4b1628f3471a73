import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { selectionTotal } from "@foyer/rules/reserve/ticketChoices.ts";
import { amountChoices, amountMissing, oneTicketGroups, type ChosenAmount } from "@foyer/rules/reserve/oneTicket.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Disclosure } from "@foyer/ui/layout/Disclosure.tsx";
import { isDonation } from "@foyer/rules/catalog/handlers.ts";
import { Refused } from "../../../api/call.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { modifyCurrentCart, useRemoveTickets } from "../../cart/cart.mutations.ts";
import { AmountChoice } from "../../../shared/form/amount/AmountChoice.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Donation.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { donationQuery } from "./donation.queries.ts";
import { useCheckoutDraft } from "../useCheckoutDraft.ts";

const noAmount: ChosenAmount = { ticket_type_id: undefined, price: "" };

export type DonationProps = {
  readonly cart: Cart;
  readonly event_template_id: string;
  /** Undefined until the buyer opens or closes it: a started donation is open. */
  readonly isOpen: boolean | undefined;
  readonly onToggle: (open: boolean) => void;
};

/** After adding or removing the donation, moves the focus to the donation's title, because the pressed button is gone. */
const useFocusAfterChange = (isGiven: boolean) => {
  const box = useRef<HTMLDivElement & HTMLSpanElement>(null);
  const wasGiven = useRef(isGiven);
  useEffect(() => {
    if (wasGiven.current === isGiven) return;
    wasGiven.current = isGiven;
    if (document.activeElement === document.body) (box.current?.closest("summary") ?? box.current)?.focus();
  }, [isGiven]);
  return box;
};

/** Offers to add a donation to the order and to remove it. */
export function Donation({ cart, event_template_id, isOpen, onToggle }: DonationProps) {
  const t = useText(checkoutStrings);
  const isBegun = useCheckoutDraft(cart.id).kept.donation !== undefined;
  const { data, isPending } = useQuery(donationQuery(event_template_id));
  const event = data?.event_template._data[0];
  const donated = cart.lines.filter((line) => line.event_template_id === event_template_id);
  const focusBox = useFocusAfterChange(donated.length > 0);
  const summary = <span ref={focusBox}>{t("donation.title")}</span>;
  const disclosure = { summary, open: isOpen ?? isBegun, onToggle };
  if (donated.length > 0)
    return (
      <div className={css.given} ref={focusBox} tabIndex={-1} role="group" aria-label={t("donation.title")}>
        <GivenDonation cart={cart} lines={donated} />
      </div>
    );
  if (isPending) return <Disclosure {...disclosure}>{null}</Disclosure>;
  if (!event) return null;
  const groups = oneTicketGroups(data.ticket_group?._data ?? [], []).filter(isDonation);
  const types = (data.ticket_type?._data ?? []).filter((type) =>
    groups.some(({ id, sold_out }) => id === type.ticket_group_id && !sold_out),
  );
  if (types.length === 0) return null;
  return (
    <Disclosure {...disclosure}>
      <DonationOffer
        cart_id={cart.id}
        event_template_id={event_template_id}
        description={event.summary}
        groups={groups}
        types={types}
      />
    </Disclosure>
  );
}

function GivenDonation({ cart, lines }: { readonly cart: Cart; readonly lines: Cart["lines"] }) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const remove = useRemoveTickets();
  const money = useMoney();
  const types = lines.flatMap((line) => line.types);
  const total = types.reduce((running, { price }) => running + (fromDecimal(price, cart.currency) ?? 0), 0);
  const removeDonation = () =>
    remove.mutate(
      { cart_id: cart.id, tickets: types.flatMap(({ ticket_ids }) => ticket_ids) },
      { onSuccess: () => announce(t("donation.removed")) },
    );
  return (
    <>
      <div className={checkoutCss.partHeader}>
        <p role="status">{t("donation.thanks", { amount: money(toDecimal(total, cart.currency)) })}</p>
        <Button size="small" busy={remove.isPending} onClick={removeDonation}>
          {t("donation.remove")}
        </Button>
      </div>
      {remove.error && <ErrorLine>{failureText(shared)}</ErrorLine>}
    </>
  );
}

type DonationOfferProps = {
  readonly cart_id: string;
  readonly event_template_id: string;
  readonly description: string | null;
  readonly groups: Parameters<typeof amountChoices>[0];
  readonly types: Parameters<typeof amountChoices>[1];
};

function DonationOffer({ cart_id, event_template_id, description, groups, types }: DonationOfferProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const money = useMoney();
  const client = useQueryClient();
  const { slug } = useSeller();
  const coins = useCoins();
  const { currency } = coins;
  const { kept, save } = useCheckoutDraft(cart_id);
  const [chosen, setChosen] = useState<ChosenAmount>(
    types.some(({ id }) => id === kept.donation?.ticket_type_id) ? (kept.donation ?? noAmount) : noAmount,
  );
  const choose = (next: ChosenAmount): void => {
    setChosen(next);
    save({
      donation: next.ticket_type_id === undefined ? undefined : { ...next, ticket_type_id: next.ticket_type_id },
    });
  };
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { ticket_type_id, price } = chosen;
  const choices = amountChoices(groups, types, chosen);
  const prices = ticket_type_id === undefined ? {} : { [ticket_type_id]: price };
  const missing = amountMissing(choices, prices, currency);
  const { total } = selectionTotal(choices, prices, coins);
  const isFlexible = choices.some((group) =>
    group.types.some(({ type, flexible }) => flexible && type.id === ticket_type_id),
  );
  const addDonation = useMutation({
    mutationFn: (id: string) =>
      modifyCurrentCart(client, slug, {
        add: [
          {
            event_template_id,
            ticket_types_required: [
              { ticket_type_id: id, quantity: 1, ...(isFlexible ? { face_value: price.trim() } : {}) },
            ],
          },
        ],
      }),
    onSuccess: () => {
      choose(noAmount);
      announce(t("donation.given"));
    },
    onError: (error) => {
      if (!(error instanceof Refused) || error.status >= 500) reportError(error);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (addDonation.isPending) return;
    setSubmitted(true);
    if (missing || ticket_type_id === undefined)
      return form.current?.querySelector<HTMLElement>(missing === "price" ? "input" : '[role="radio"]')?.focus();
    addDonation.mutate(ticket_type_id);
  };
  const error = addDonation.error
    ? addDonation.error instanceof Refused && addDonation.error.status < 500
      ? addDonation.error.description
      : failureText(shared)
    : isSubmitted && missing === "amount"
      ? t("donation.missing")
      : undefined;
  return (
    <form ref={form} className={css.form} noValidate aria-label={t("donation.title")} onSubmit={submit}>
      <p className={checkoutCss.quiet}>{description ?? t("donation.text")}</p>
      <AmountChoice
        label={t("donation.choose")}
        choices={choices}
        chosen={chosen}
        isInvalid={isSubmitted && missing === "amount"}
        isPriceInvalid={missing === "price"}
        isSubmitted={isSubmitted}
        onChoose={(next) => {
          addDonation.reset();
          choose(next);
        }}
      />
      {error && <ErrorLine>{error}</ErrorLine>}
      <div>
        <Button type="submit" busy={addDonation.isPending}>
          {total > 0 ? t("donation.add_amount", { amount: money(toDecimal(total, currency)) }) : t("donation.add")}
        </Button>
      </div>
    </form>
  );
}
