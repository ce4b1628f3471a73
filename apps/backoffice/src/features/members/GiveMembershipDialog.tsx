import { useState } from "react";
import { flushSync } from "react-dom";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { giveMembership } from "@foyer/contract/office/members/memberActions.ts";
import { previewGivenMembership } from "@foyer/contract/office/members/memberEmails.ts";
import type { LevelOfMembers } from "@foyer/contract/office/members/memberList.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { WhyField } from "../../shared/dialog/WhyField.tsx";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { EmailFields, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { LeftOut, useAskedEmail } from "./MemberEmail.tsx";
import { memberLevelsQuery, refreshMembers } from "./memberQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

type GiveProps = { readonly slug: string; readonly onClose: () => void };

/** A person on the membership besides its holder. */
type OtherPerson = {
  readonly key: string;
  readonly type: LevelOfMembers["types"][number];
  readonly name: string;
  readonly email: string;
};

/** The people whom a level requires besides its holder. */
const neededBy = (level: LevelOfMembers | undefined): readonly OtherPerson[] =>
  (level?.types ?? []).flatMap((type) =>
    Array.from({ length: type.is_holder ? type.min - 1 : type.min }, (_, nth) => ({
      key: `${type.id} ${nth}`,
      type,
      name: "",
      email: "",
    })),
  );

const isComplete = ({ type, name, email }: OtherPerson): boolean =>
  (type.named !== "yes" || name.trim() !== "") && (type.emailed !== "yes" || email.includes("@"));

/** Gives a membership away: its people, and the reason. */
export function GiveMembershipDialog({ slug, onClose }: GiveProps) {
  const query = useQuery(memberLevelsQuery(slug));
  const levels = query.data?.levels.filter(({ is_sold }) => is_sold) ?? [];
  const [level, setLevel] = useState<LevelOfMembers>();
  const [first_name, setFirst] = useState("");
  const [last_name, setLast] = useState("");
  const [email, setEmail] = useState("");
  const [others, setOthers] = useState<readonly OtherPerson[]>([]);
  const [reason, setReason] = useState("");
  const navigate = useNavigate();
  const toast = useToast();
  const choice = useEmailChoice();
  const people = others.map(({ type, name, email: address }) => ({
    ticket_type_id: type.id,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(address.trim() !== "" && { email: address.trim() }),
  }));
  const given = { level: level?.id ?? "", first_name, last_name, email: email.trim(), others: people };
  const preview = useAskedEmail(given, () => callOffice(previewGivenMembership, given, slug));
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    const email_choice = choice.sent.email;
    const sent = { ...given, reason, ...(email_choice && { email_choice }) };
    const { membership_id } = await callOffice(giveMembership, sent, slug);
    toast({ text: "Given away." });
    // Closed first, since an open dialog asks before its input is left.
    flushSync(onClose);
    void refreshMembers(slug);
    await navigate({ to: "/$slug/members/$id", params: { slug, id: membership_id } });
  });
  const isNamed = first_name.trim() !== "" && last_name.trim() !== "" && email.includes("@");
  const isChosen = level !== undefined && isNamed && others.every(isComplete);
  const isReady = isChosen && reason.trim() !== "";
  return (
    <Dialog title="Give a membership away" isWide onClose={onClose}>
      <form
        className={recordCss.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void run();
        }}
      >
        <div className={recordCss.pair}>
          <Field label="Level" required>
            <Select
              value={level?.id ?? ""}
              onChange={({ target }) => {
                const chosen = levels.find(({ id }) => id === target.value);
                setLevel(chosen);
                setOthers(neededBy(chosen));
              }}
              placeholder="Choose"
              options={levels.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <Field label="First name" error={errorOf("first_name")} required>
            <TextInput value={first_name} maxLength={50} onChange={({ target }) => setFirst(target.value)} />
          </Field>
          <Field label="Last name" error={errorOf("last_name")} required>
            <TextInput value={last_name} maxLength={50} onChange={({ target }) => setLast(target.value)} />
          </Field>
          <Field
            label="Email address"
            error={errorOf("email", "Enter an email address.")}
            hint="The card is sent to it."
            required
          >
            <TextInput type="email" value={email} maxLength={254} onChange={({ target }) => setEmail(target.value)} />
          </Field>
        </div>
        <LoadState query={query} />
        {level && <OtherPeople level={level} others={others} onChange={setOthers} />}
        {given.email !== "" && <GivenEmails choice={choice} preview={preview} to={given.email} isChosen={isChosen} />}
        <WhyField value={reason} onChange={setReason} error={errorOf("reason")} />
        <Refusal of={{ failure }} fields={["first_name", "last_name", "email", "reason"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={!isReady}>
          {level ? `Give ${level.name} away` : "Give a membership away"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

type GivenEmailsProps = {
  readonly choice: ReturnType<typeof useEmailChoice>;
  readonly preview: ReturnType<typeof useAskedEmail>;
  readonly to: string;
  /** Whether everything that the e-mails need is filled in. */
  readonly isChosen: boolean;
};

/** The confirmation and the cards, shown on request: what they need is held for a moment. */
function GivenEmails({ choice, preview: { data, run, isBusy, failure }, to, isChosen }: GivenEmailsProps) {
  return (
    <>
      <EmailFields
        choice={choice}
        email={data ? data.email : { to }}
        waiting={null}
        notices={data?.notices}
        noticesTitle="The cards are sent with it:"
        nobody="No email is sent to this address."
      />
      {choice.isSent && <LeftOut emails={data} />}
      {choice.isSent && !data && (
        <div className={recordCss.actions}>
          <Button size="small" busy={isBusy} disabled={!isChosen} onClick={() => void run()}>
            Show the emails
          </Button>
        </div>
      )}
      {failure && <Banner tone="warning">The emails cannot be shown. {failure.message}</Banner>}
    </>
  );
}

type OtherPeopleProps = {
  readonly level: LevelOfMembers;
  readonly others: readonly OtherPerson[];
  readonly onChange: (others: readonly OtherPerson[]) => void;
};

function OtherPeople({ level, others, onChange }: OtherPeopleProps) {
  const set = (key: string, change: Partial<OtherPerson>): void =>
    onChange(others.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const countOf = (id: string): number => others.filter(({ type }) => type.id === id).length;
  const addable = level.types.filter((type) => countOf(type.id) + Number(type.is_holder) < type.max);
  return (
    <>
      {others.map(({ key, type, name, email }) => (
        <fieldset key={key} className={recordCss.pair}>
          <legend className={recordCss.strong}>{type.name}</legend>
          {type.named !== "no" && (
            <Field label={`Name of ${type.name}`} required={type.named === "yes"}>
              <TextInput value={name} maxLength={101} onChange={({ target }) => set(key, { name: target.value })} />
            </Field>
          )}
          {type.emailed !== "no" && (
            <Field label={`Email address of ${type.name}`} required={type.emailed === "yes"}>
              <TextInput type="email" value={email} onChange={({ target }) => set(key, { email: target.value })} />
            </Field>
          )}
        </fieldset>
      ))}
      {addable.length > 0 && (
        <div className={recordCss.actions}>
          {addable.map((type) => (
            <Button
              key={type.id}
              size="small"
              onClick={() =>
                onChange([...others, { key: `${type.id} ${countOf(type.id)}`, type, name: "", email: "" }])
              }
            >
              Add {type.name}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
