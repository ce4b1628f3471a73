import { useRef, useState, type FormEvent } from "react";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useMoney, useText } from "../../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../../checkout.strings.ts";
import type { WalletButtonsProps } from "../pageGateway.ts";
import css from "./TestWallet.module.css";
import { testCardNumbers } from "./testCardNumbers.ts";

const modalName = "test_wallet";
const formId = "test-wallet";
const outcomes = ["succeeds", "asks", "declined"] as const;
type Outcome = (typeof outcomes)[number];

const numberOf = (outcome: Outcome): string => testCardNumbers.find((card) => card.outcome === outcome)?.number ?? "";
/** A billing address in a country to which every demo seller sells. */
const home = { country: "US", line1: "1 Pier Road", line2: "", city: "New York", state: "NY", postal_code: "10004" };

/** A wallet for trying out the express checkout: a button, and a sheet like that of a bank or a phone. */
export function TestWallet({ remaining, currency, asks, onConfirm }: WalletButtonsProps) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const { open, close } = useModal(modalName);
  const [owner, setOwner] = useState({ name: "Ada Byron", email: "ada.byron@example.com" });
  const [outcome, setOutcome] = useState<Outcome>("succeeds");
  /** The content of the open sheet. */
  const shown = useRef(remaining);
  const name = t("wallet.test");
  const confirm = (event: FormEvent): void => {
    event.preventDefault();
    close();
    onConfirm({
      name,
      amount: shown.current,
      owner: {
        name: owner.name,
        ...(asks.email && { email: owner.email }),
        ...(asks.phone && { phone: "+1 212 555 0100" }),
        address: home,
      },
      offer: (amount) => ({
        gateway_id: "test",
        amount,
        gateway_data: { card: { number: numberOf(outcome), expiry: "12/34", cvc: "123" } },
      }),
    });
  };
  return (
    <>
      <span className={css.button}>
        <Button
          wide
          onClick={() => {
            shown.current = remaining;
            open();
          }}
        >
          {name}
        </Button>
      </span>
      <Modal
        name={modalName}
        title={name}
        closeLabel={t("checkout.close")}
        footer={
          <Button kind="primary" type="submit" form={formId}>
            {t("wallet.test.confirm", { amount: money(toDecimal(remaining, currency)) })}
          </Button>
        }
      >
        <form id={formId} className={css.sheet} onSubmit={confirm} autoComplete="off">
          <p>{t("wallet.test.text")}</p>
          <Field label={t("wallet.test.name")}>
            <TextInput value={owner.name} onChange={({ target }) => setOwner({ ...owner, name: target.value })} />
          </Field>
          {asks.email && (
            <Field label={t("wallet.test.email")}>
              <TextInput
                type="email"
                value={owner.email}
                onChange={({ target }) => setOwner({ ...owner, email: target.value })}
              />
            </Field>
          )}
          <RadioGroup
            legend={t("wallet.test.card")}
            name="test_wallet_card"
            value={outcome}
            options={outcomes.map((value) => ({ value, label: t(`card.does.${value}`) }))}
            onChange={(value) => setOutcome(value as Outcome)}
          />
        </form>
      </Modal>
    </>
  );
}
