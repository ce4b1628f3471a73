import { useState } from "react";
import {
  adjustGiftCard,
  moveGiftCardEnd,
  replaceGiftCardNumber,
  resendGiftCard,
  restoreGiftCard,
  voidGiftCard,
  type GiftCardPage,
} from "@foyer/contract/office/money/giftCards.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { AmountField } from "../../shared/fields/AmountField.tsx";
import { isAmount } from "../../shared/format/amount.ts";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { WhyField } from "../../shared/dialog/WhyField.tsx";
import { Refusal, SentField, useAction } from "../../shared/Form.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { ReasonDialog, type ReasonDialogProps } from "../../shared/dialog/ReasonDialog.tsx";
import { EmailFields, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { lastDayOf, refreshGiftCards } from "./giftCardQueries.ts";
import { NewNumber } from "./NewNumber.tsx";
import { useCardEmail } from "./useCardEmail.ts";
import recordCss from "../../shared/styles/Record.module.css";

type CardDialogProps = {
  readonly card: GiftCardPage;
  readonly slug: string;
  readonly timezone: string;
  readonly onClose: () => void;
};

type FormProps = Omit<ReasonDialogProps, "describe"> & Pick<CardDialogProps, "slug">;

/** A change of a card, with its reason. */
function ChangeForm({ slug, send, ...dialog }: FormProps) {
  return (
    <ReasonDialog
      {...dialog}
      send={async (reason) => {
        await send(reason);
        await refreshGiftCards(slug);
      }}
    />
  );
}

export function AdjustDialog({ card: { id, version, balance, currency }, slug, onClose }: CardDialogProps) {
  const [way, setWay] = useState<"up" | "down">("up");
  const [amount, setAmount] = useState("");
  const sign = way === "up" ? "" : "-";
  const hasAmount = isAmount(amount, currency);
  const after = hasAmount ? sumDecimals([balance, `${sign}${amount}`], currency) : undefined;
  return (
    <ChangeForm
      title="Adjust the balance"
      verb={after === undefined ? "Adjust" : `${way === "up" ? "Add" : "Deduct"} ${formatMoney(amount, currency)}`}
      done="The balance is changed."
      fields={["amount"]}
      isReady={hasAmount}
      slug={slug}
      onClose={onClose}
      send={(reason) =>
        callOffice(adjustGiftCard, { gift_card_id: id, version, amount: `${sign}${amount}`, reason }, slug)
      }
    >
      <RadioGroup
        legend="Change"
        value={way}
        onChange={(value) => setWay(value === "down" ? "down" : "up")}
        options={[
          { value: "up", label: "Add" },
          { value: "down", label: "Deduct" },
        ]}
      />
      <AmountField
        label="Amount"
        hint={`The balance is ${formatMoney(balance, currency)}.`}
        currency={currency}
        value={amount}
        onChange={setAmount}
      />
      {after !== undefined && (
        <p className={recordCss.quiet} role="status">
          {Number(after) < 0 ? "The balance is too low." : `The new balance is ${formatMoney(after, currency)}.`}
        </p>
      )}
    </ChangeForm>
  );
}

export function VoidDialog({ card: { id, version, state, balance, currency }, slug, onClose }: CardDialogProps) {
  const isInactive = state === "inactive";
  const amount = formatMoney(balance, currency);
  return (
    <ChangeForm
      title={isInactive ? "Remove the balance" : "Void this card"}
      verb={`${isInactive ? "Remove" : "Void"} ${amount}`}
      done="The card is out of use."
      slug={slug}
      onClose={onClose}
      send={(reason) => callOffice(voidGiftCard, { gift_card_id: id, version, reason }, slug)}
    >
      {isInactive ? (
        <p>The card is out of use already. The {amount} that are still on it are removed.</p>
      ) : (
        <p>The card can no longer be used, and its balance of {amount} is removed. You can restore it later.</p>
      )}
    </ChangeForm>
  );
}

export function RestoreDialog({
  card: { id, version, valid_to, restorable, currency },
  slug,
  onClose,
}: CardDialogProps) {
  const isPastEnd = valid_to !== null && Temporal.Instant.compare(valid_to, Temporal.Now.instant()) <= 0;
  const amount = formatMoney(restorable ?? "0", currency);
  return (
    <ChangeForm
      title="Restore this card"
      verb={`Restore ${amount}`}
      done={isPastEnd ? "The card is restored. Change its last day now." : "The card can be used again."}
      slug={slug}
      onClose={onClose}
      send={(reason) => callOffice(restoreGiftCard, { gift_card_id: id, version, reason }, slug)}
    >
      {isPastEnd ? (
        <p>
          The card gets back the {amount} that voiding removed, but its last day is over. It can be used again once you
          have changed the last day.
        </p>
      ) : (
        <p>The card can be used again. It gets back the {amount} that voiding removed.</p>
      )}
    </ChangeForm>
  );
}

export function EndDialog({ card: { id, version, valid_to, never_ends }, slug, timezone, onClose }: CardDialogProps) {
  const [day, setDay] = useState(never_ends || valid_to === null ? "" : lastDayOf(valid_to, timezone));
  return (
    <ChangeForm
      title="Change the last day"
      verb={day === "" ? "Remove the last day" : `Change the last day to ${day}`}
      done="The last day is changed."
      fields={["last_day"]}
      slug={slug}
      onClose={onClose}
      send={(reason) =>
        callOffice(moveGiftCardEnd, { gift_card_id: id, version, last_day: day === "" ? null : day, reason }, slug)
      }
    >
      {never_ends ? (
        <p>Gift cards of this seller do not expire. You can only remove the last day.</p>
      ) : (
        <SentField name="last_day" label="Last day" hint="Empty: the card does not expire.">
          <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        </SentField>
      )}
    </ChangeForm>
  );
}

const wrongAddress = "Enter an email address.";

type AddressFieldProps = {
  readonly known: string | null;
  readonly onChange: (to: string) => void;
  /** A further sentence of the hint. */
  readonly more?: string;
  readonly error?: string | undefined;
};

/** The address that an e-mail is sent to. Another address is stored with the card. */
function AddressField({ known, onChange, more = "", error }: AddressFieldProps) {
  const hint = known === null ? "There is no address yet." : "Correct it if it is wrong. The new address is saved.";
  return (
    <SentField name="to" label="Email address" hint={`${hint} ${more}`.trim()} error={error}>
      <TextInput type="email" defaultValue={known ?? ""} onChange={({ target }) => onChange(target.value.trim())} />
    </SentField>
  );
}

export function ResendCardDialog({ card, slug, onClose }: CardDialogProps) {
  const { id, recipient_email } = card;
  const [to, setTo] = useState(recipient_email ?? "");
  const choice = useEmailChoice();
  const email = useCardEmail(card, slug, { action: "resend", to });
  const { sentence } = choice.sent.email ?? {};
  return (
    <ChangeForm
      title="Send the email again"
      verb={to === "" ? "Send" : `Send to ${to}`}
      done={`The email is on its way to ${to}.`}
      isReady={to.includes("@")}
      needsReason={false}
      fields={["to"]}
      slug={slug}
      onClose={onClose}
      send={() =>
        callOffice(
          resendGiftCard,
          { gift_card_id: id, ...(to !== recipient_email && { to }), ...(sentence && { sentence }) },
          slug,
        )
      }
    >
      <AddressField known={recipient_email} onChange={setTo} />
      <EmailFields choice={choice} {...email} isNeeded nobody="Without an email address, nothing is sent." />
    </ChangeForm>
  );
}

/** Replaces the card's number. The new one is shown once, and the card is read again after that. */
export function ReplaceDialog({ card, slug, onClose }: CardDialogProps) {
  const { id, version, recipient_email } = card;
  const [to, setTo] = useState(recipient_email ?? "");
  const [reason, setReason] = useState("");
  const [number, setNumber] = useState<string>();
  const choice = useEmailChoice();
  const email = useCardEmail(card, slug, { action: "replace", to });
  const replace = useAction(async () => {
    const sent = {
      gift_card_id: id,
      version,
      reason: reason.trim(),
      ...(to !== recipient_email && { to: to === "" ? null : to }),
      ...(to !== "" && choice.sent.email && { email_choice: choice.sent.email }),
    };
    setNumber((await callOffice(replaceGiftCardNumber, sent, slug)).number);
  });
  const close = (): void => {
    onClose();
    void refreshGiftCards(slug);
  };
  if (number !== undefined) return <NewNumber title="The card has a new number" number={number} onClose={close} />;
  const isReady = reason.trim() !== "";
  return (
    <Dialog title="Replace the number" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void replace.run();
        }}
      >
        <p>The card keeps its balance under a new number. The old number can no longer be used.</p>
        <AddressField
          known={recipient_email}
          onChange={setTo}
          more="Empty: no email is sent."
          error={replace.errorOf("to", wrongAddress)}
        />
        <EmailFields choice={choice} {...email} nobody="Without an email address, no email is sent." />
        <WhyField value={reason} onChange={setReason} error={replace.errorOf("reason")} />
        <Refusal of={replace} fields={["reason", "to"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={replace.isBusy} disabled={!isReady}>
          {to === "" || !choice.isSent ? "Replace the number" : `Replace it and send it to ${to}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
