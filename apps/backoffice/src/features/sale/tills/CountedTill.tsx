import { useState } from "react";
import { closeTill, type OwnTill } from "@foyer/contract/office/money/tills.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { useAction } from "../../../shared/Form.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import { Fact, Section } from "../../../shared/Page.tsx";
import { CountForm } from "./CountForm.tsx";
import { refreshTill } from "../saleQueries.ts";
import css from "./Till.module.css";

type CountedTillProps = {
  readonly slug: string;
  readonly till: OwnTill;
  readonly currency: string;
  readonly denominations: readonly string[];
  readonly onClosed: (number: number) => void;
};

/** The counted and the expected amount, and the closing. */
export function CountedTill({ slug, till, currency, denominations, onClosed }: CountedTillProps) {
  const [isCounting, setCounting] = useState(false);
  const [reason, setReason] = useState("");
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    const { number } = await callOffice(closeTill, reason.trim() === "" ? {} : { reason: reason.trim() }, slug);
    onClosed(number);
    await refreshTill(slug);
  });
  const { count } = till;
  if (!count) return null;
  if (isCounting)
    return (
      <CountForm {...{ slug, currency, denominations }} title="Count the till again" onEnd={() => setCounting(false)} />
    );
  const { counted, expected, difference, needs_reason } = count;
  return (
    <Section title="Close the till">
      <dl className={css.difference}>
        <Fact name="Counted">{formatMoney(counted, currency)}</Fact>
        <Fact name="Expected">{formatMoney(expected, currency)}</Fact>
        <div data-wrong={difference !== "0" || undefined}>
          <dt>{differenceName(difference)}</dt>
          <dd>{formatMoney(difference.replace("-", ""), currency)}</dd>
        </div>
      </dl>
      <form
        className={css.form}
        aria-label="Close"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {difference !== "0" && (
          <Field
            label="Why there is a difference"
            hint={needs_reason ? "A difference of this size needs a reason." : undefined}
            error={errorOf("reason", "Say why there is a difference.")}
            required={needs_reason}
          >
            <TextInput
              value={reason}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        )}
        {failure && !failure.fields.includes("reason") && <Banner tone="error">{failure.message}</Banner>}
        <div className={css.actions}>
          <Button onClick={() => setCounting(true)}>Count again</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={needs_reason && reason.trim() === ""}>
            Close the till
          </Button>
        </div>
      </form>
    </Section>
  );
}

const differenceName = (difference: string): string => {
  if (difference === "0") return "No difference";
  return difference.startsWith("-") ? "Missing" : "Too much";
};
