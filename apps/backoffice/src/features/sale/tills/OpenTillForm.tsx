import { useRef, useState } from "react";
import { openTill } from "@foyer/contract/office/money/tills.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { AmountField } from "../../../shared/fields/AmountField.tsx";
import { callOffice } from "../../../shared/call.ts";
import { AskBeforeLeaving } from "../../../shared/dialog/Dialog.tsx";
import { Refusal, useAction } from "../../../shared/Form.tsx";
import { refreshTill } from "../saleQueries.ts";
import css from "./Till.module.css";

type OpenTillFormProps = { readonly slug: string; readonly currency: string };

/** Opens a till with its initial cash. */
export function OpenTillForm({ slug, currency }: OpenTillFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [float, setFloat] = useState("");
  const isReady = (fromDecimal(float, currency) ?? -1) >= 0;
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    await callOffice(openTill, { float }, slug);
    await refreshTill(slug);
  });
  return (
    <form
      ref={form}
      className={css.card}
      aria-label="Open a till"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void run();
      }}
    >
      <AskBeforeLeaving of={form} />
      <AmountField
        label="Float"
        hint="The cash that is in the till now. 0 if it is empty."
        error={errorOf("float")}
        currency={currency}
        value={float}
        onChange={setFloat}
        mayBeZero
      />
      <Refusal of={{ failure }} fields={["float"]} />
      <Button kind="primary" type="submit" busy={isBusy} disabled={!isReady}>
        Open the till
      </Button>
    </form>
  );
}
