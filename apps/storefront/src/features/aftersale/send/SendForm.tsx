import { useRef, useState, type FormEvent } from "react";
import { isEmail } from "@foyer/rules/values/email.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { emailInput } from "../../../shared/form/inputKinds.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { StepActions } from "../StepActions.tsx";
import { StepHeading } from "../cancel/StepHeading.tsx";
import type { Visit } from "../cancel/orderVisits.ts";
import { useTicketChoiceName } from "../cancel/useOrderTicketName.ts";
import css from "./Send.module.css";
import section from "../OrderSection.module.css";
import { sendStrings } from "./send.strings.ts";
import type { SendingState } from "./useSending.ts";

export type SendFormProps = { readonly visits: readonly Visit[]; readonly sending: SendingState };

/** The form for which tickets go to whom. The entered values are kept when the server refuses them. */
export function SendForm({ visits, sending }: SendFormProps) {
  const t = useText(sendStrings);
  const shared = useText(sharedStrings);
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const all = visits.flatMap(({ tickets }) => tickets.map(({ ticket_id }) => ticket_id));
  const [marked, setMarked] = useState<readonly string[]>(all.length === 1 ? all : []);
  const [typed, setTyped] = useState({ email: "", sender_name: "", message: "" });
  const [isChecked, setChecked] = useState(false);
  const ticket_ids = all.filter((id) => marked.includes(id));
  const email = plainText(typed.email);
  const emailError = email === "" ? shared("form.required") : isEmail(email) ? undefined : t("send.email.invalid");
  const messageError = /:\/\/|\bwww\./i.test(typed.message) ? t("send.message.link") : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (sending.isSending) return;
    setChecked(true);
    if (ticket_ids.length === 0 || emailError || messageError) return focusError();
    sending.send({ ...typed, email, ticket_ids });
  };
  const onInput =
    (name: keyof typeof typed) =>
    ({ target }: { readonly target: { readonly value: string } }): void =>
      setTyped({ ...typed, [name]: target.value });
  return (
    <form ref={form} noValidate className={section.step} onSubmit={submit}>
      <StepHeading>{t("send.choose")}</StepHeading>
      {sending.problem && <ErrorLine>{sending.problem}</ErrorLine>}
      <TicketChoice
        visits={visits}
        marked={ticket_ids}
        onMark={setMarked}
        isMissing={isChecked && ticket_ids.length === 0}
      />
      <Field label={t("send.email")} error={isChecked && emailError} required>
        <TextInput
          {...emailInput}
          name="email"
          autoComplete="off"
          maxLength={254}
          value={typed.email}
          onChange={onInput("email")}
        />
      </Field>
      <Field label={t("send.name")} hint={t("send.name.hint")} optional={t("send.optional")}>
        <TextInput
          name="sender_name"
          autoComplete="name"
          maxLength={100}
          value={typed.sender_name}
          onChange={onInput("sender_name")}
        />
      </Field>
      <Field label={t("send.message")} optional={t("send.optional")} error={isChecked && messageError}>
        <TextArea name="message" maxLength={500} value={typed.message} onChange={onInput("message")} />
      </Field>
      <StepActions>
        <Button type="submit" kind="primary" busy={sending.isSending}>
          {ticket_ids.length === 0 ? t("send.submit.none") : t("send.submit", { count: ticket_ids.length })}
        </Button>
        <Button onClick={sending.close}>{t("send.keep")}</Button>
      </StepActions>
    </form>
  );
}

type TicketChoiceProps = {
  readonly visits: readonly Visit[];
  readonly marked: readonly string[];
  readonly onMark: (ticket_ids: readonly string[]) => void;
  readonly isMissing: boolean;
};

function TicketChoice({ visits, marked, onMark, isMissing }: TicketChoiceProps) {
  const t = useText(sendStrings);
  const dateOf = useCartDate();
  const nameOf = useTicketChoiceName();
  return (
    <div className={css.visits} role="group" aria-label={t("send.choose")} data-invalid={isMissing || undefined}>
      {visits.map(({ line, tickets }) => {
        const date = dateOf(line);
        return (
          <fieldset key={line.event_session_id ?? line.event_template_id} className={css.visit}>
            <legend>{date ? t("send.visit", { name: line.name, date }) : line.name}</legend>
            {tickets.map((ticket) => (
              <Checkbox
                key={ticket.ticket_id}
                label={nameOf(ticket)}
                checked={marked.includes(ticket.ticket_id)}
                onChange={({ target }) =>
                  onMark(
                    target.checked ? [...marked, ticket.ticket_id] : marked.filter((id) => id !== ticket.ticket_id),
                  )
                }
              />
            ))}
          </fieldset>
        );
      })}
      {isMissing && <ErrorLine>{t("send.nothing_selected")}</ErrorLine>}
    </div>
  );
}
