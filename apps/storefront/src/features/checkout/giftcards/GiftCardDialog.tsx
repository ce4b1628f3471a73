import { useId, useRef, useState, type FormEvent } from "react";
import {
  maxGiftCardNumberLength,
  giftCardProblem,
  maxGiftCards,
} from "@foyer/rules/checkout/giftcards/giftCardTenders.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { codeInput } from "../../../shared/form/inputKinds.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { Refused } from "../../../api/call.ts";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import type { GiftCardsForm } from "./useGiftCards.ts";

const modalName = "gift-card";

/** The button in the payment section that opens the dialog, or the reason why gift cards cannot be used. */
export function GiftCardButton({ giftCards }: { readonly giftCards: GiftCardsForm }) {
  const t = useText(checkoutStrings);
  const { open } = useModal(modalName);
  if (giftCards.isDisallowed) return <p className={css.quiet}>{t("gift_card.barred")}</p>;
  if (!giftCards.canApply) return null;
  return (
    <div className={css.partHeader} data-gift-cards="">
      <h3>{t("gift_card.heading")}</h3>
      <Button size="small" onClick={open}>
        {t("gift_card.title")}
      </Button>
    </div>
  );
}

/** The state of a typed gift card number, and how to apply it. */
const useGiftCardEntry = (apply: GiftCardsForm["apply"], onApplied: () => void) => {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const showProblem = (text: string): void => {
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
    const fieldProblem = giftCardProblem(typed);
    if (fieldProblem)
      return showProblem(
        fieldProblem === "required" ? shared("form.required") : t("gift_card.long", { count: maxGiftCardNumberLength }),
      );
    setBusy(true);
    try {
      const rejection = await apply(typed);
      if (rejection) return showProblem(t(`gift_card.${rejection}`));
      announce(t("gift_card.applied"));
      clear();
      onApplied();
    } catch (error) {
      // Too many attempts are caused by the visitor and not reported.
      if (!(error instanceof Refused) || error.status >= 500) reportError(error);
      showProblem(failureText(shared, t("gift_card.trouble")));
    } finally {
      setBusy(false);
    }
  };
  const type = (text: string): void => {
    setTyped(text);
    setProblem(undefined);
  };
  return { input, typed, problem, isBusy, type, clear, submit };
};

/** Asks for a gift card's number. Rendered outside of the checkout's form, because forms cannot be nested. */
export function GiftCardDialog({ giftCards }: { readonly giftCards: GiftCardsForm }) {
  const t = useText(checkoutStrings);
  const { close } = useModal(modalName);
  const form = useId();
  const { input, typed, problem, isBusy, type, clear, submit } = useGiftCardEntry(giftCards.apply, close);
  return (
    <Modal
      name={modalName}
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
          hint={t("gift_card.hint", { count: maxGiftCards })}
          error={problem && <span role="alert">{problem}</span>}
          required
        >
          <TextInput
            ref={input}
            name="gift_card_number"
            value={typed}
            {...codeInput}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
      </form>
    </Modal>
  );
}
