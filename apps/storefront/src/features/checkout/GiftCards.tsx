import { useId, useRef, useState, type FormEvent } from "react";
import { giftCardLength, giftCardProblem, mostGiftCards } from "@foyer/rules/giftCardPay.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { report } from "../../shared/reports.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { Refused } from "../../api/call.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import type { GiftCardsForm } from "./useGiftCards.ts";

const modal = "gift-card";

/** In the payment section: the way to pay with a gift card, or why there is none. */
export function GiftCardChoice({ gifts }: { readonly gifts: GiftCardsForm }) {
  const t = useText(checkoutStrings);
  const { open } = useModal(modal);
  if (gifts.isBarred) return <p className={css.quiet}>{t("gift_card.barred")}</p>;
  if (!gifts.canApply) return null;
  return (
    <div className={css.partHead}>
      <h3>{t("gift_card.heading")}</h3>
      <Button size="small" onClick={open}>
        {t("gift_card.title")}
      </Button>
    </div>
  );
}

/** Asks for a gift card's number. Stands outside of the checkout's own form. */
export function GiftCardDialog({ gifts }: { readonly gifts: GiftCardsForm }) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const { close } = useModal(modal);
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const refuse = (text: string): void => {
    setProblem(text);
    input.current?.focus();
  };
  const clear = (): void => {
    setTyped("");
    setProblem(undefined);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    const wrong = giftCardProblem(typed);
    if (wrong)
      return refuse(wrong === "required" ? shared("form.required") : t("gift_card.long", { count: giftCardLength }));
    setBusy(true);
    try {
      const verdict = await gifts.apply(typed);
      if (verdict) return refuse(t(`gift_card.${verdict}`));
      announce(t("gift_card.applied"));
      clear();
      close();
    } catch (error) {
      // Too many tries are no mishap of ours.
      if (!(error instanceof Refused) || error.status >= 500) report(error);
      refuse(t("gift_card.trouble"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      name={modal}
      size="narrow"
      title={t("gift_card.title")}
      closeLabel={t("checkout.close")}
      onDismiss={clear}
      footer={
        <Button kind="primary" type="submit" form={form} busy={isBusy}>
          {t("gift_card.apply")}
        </Button>
      }
    >
      <form id={form} className={css.dialog} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t("gift_card.number")}
          hint={t("gift_card.hint", { count: mostGiftCards })}
          error={problem && <span role="alert">{problem}</span>}
          required
        >
          <TextInput
            ref={input}
            name="gift_card_number"
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Modal>
  );
}
