import { useState } from "react";
import { readCounterMember, type CounterMember } from "@foyer/contract/office/money/counter.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { formatDay } from "./OfferList.tsx";
import css from "./Counter.module.css";

type MemberFieldProps = {
  readonly slug: string;
  readonly member: CounterMember | undefined;
  readonly onChange: (member: CounterMember | undefined) => void;
};

/** The buying member, found by the code or number of their card, scanned or typed. */
export function MemberField({ slug, member, onChange }: MemberFieldProps) {
  const [number, setNumber] = useState("");
  const { run, isBusy, failure } = useAction(async () => {
    onChange(await callOffice(readCounterMember, { number: number.trim() }, slug));
    setNumber("");
  });
  if (member)
    return (
      <section className={css.member} aria-label="Member" role="status">
        <div>
          <strong>{member.name}</strong>
          <p className={css.quiet}>
            {[member.level, member.last_day === null ? "no end" : `until ${formatDay(member.last_day)}`].join(" · ")}
          </p>
        </div>
        <Button onClick={() => onChange(undefined)}>Without the card</Button>
      </section>
    );
  return (
    <form
      className={css.member}
      aria-label="Member"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (number.trim() !== "") void run();
      }}
    >
      <Field
        label="Member’s card or number"
        error={failure && (failure.code === "not_found" ? "There is no card with this number." : failure.message)}
      >
        <TextInput
          value={number}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={({ target }) => setNumber(target.value)}
        />
      </Field>
      <Button type="submit" busy={isBusy} disabled={number.trim() === ""}>
        Use the card
      </Button>
    </form>
  );
}
