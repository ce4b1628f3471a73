import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { readGateCode, removeGateCode, setGateCode } from "@foyer/contract/office/gate/gateCode.ts";
import type { readMe } from "@foyer/contract/office/staff/staffAccount.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { codeDigits } from "@foyer/rules/admission/supervisorCode.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { queryClient } from "../../shared/queries.ts";
import { useToast } from "../../shared/Toast.tsx";
import css from "./AccountScreen.module.css";

type SellerOfMe = StaffReply<typeof readMe>["sellers"][number];

const keyOf = (slug: string) => ["gate-code", slug] as const;

/** The reader's codes for approving admissions against the answer on somebody else's gate device; one per seller. */
export function GateCodesSection({ sellers }: { readonly sellers: readonly SellerOfMe[] }) {
  const own = sellers.filter(({ permissions }) => permissions.includes("scan.admit_anyway"));
  if (own.length === 0) return null;
  return (
    <Section
      title="Supervisor's code"
      lead="At a gate device, you type it where somebody is let in against the answer. Nobody else may know it: it counts as you."
    >
      <ul className={css.list}>
        {own.map((seller) => (
          <CodeRow key={seller.slug} seller={seller} />
        ))}
      </ul>
    </Section>
  );
}

function CodeRow({ seller: { slug, name, timezone } }: { readonly seller: SellerOfMe }) {
  const [isSetting, setSetting] = useState(false);
  const toast = useToast();
  const query = useQuery({ queryKey: keyOf(slug), queryFn: () => callOffice(readGateCode, {}, slug) });
  const { data } = query;
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(slug) });
  const remove = useAction(async () => {
    await callOffice(removeGateCode, {}, slug);
    await refresh();
    toast({ text: "Your code was removed." });
  });
  const hasCode = data !== undefined && data.set_at !== null;
  return (
    <li className={css.row}>
      <span>
        {name}
        <span className={css.quiet}> {data && stateOf(data, timezone)}</span>
        <LoadState query={query} />
        {remove.failure && <Banner tone="error">{remove.failure.message}</Banner>}
      </span>
      <span className={css.buttons}>
        {hasCode && (
          <Button
            size="small"
            busy={remove.isBusy}
            onClick={() => void remove.run()}
            aria-label={`Remove the code at ${name}`}
          >
            Remove
          </Button>
        )}
        <Button size="small" onClick={() => setSetting(true)} aria-label={`Set a code at ${name}`}>
          {hasCode ? "Change" : "Set a code"}
        </Button>
      </span>
      {isSetting && (
        <CodeDialog
          slug={slug}
          name={name}
          onClose={() => setSetting(false)}
          onDone={async () => {
            await refresh();
            setSetting(false);
            toast({ text: "Your code is set. Devices know it after their next contact." });
          }}
        />
      )}
    </li>
  );
}

const stateOf = ({ set_at, is_ended }: StaffReply<typeof readGateCode>, timezone: string): string => {
  if (set_at === null) return "no code";
  return is_ended ? "ended after too many wrong tries" : `since ${formatMoment(set_at, timezone)}`;
};

type CodeDialogProps = {
  readonly slug: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
};

function CodeDialog({ slug, name, onClose, onDone }: CodeDialogProps) {
  const { run, isBusy, failure, errorOf } = useAction(async (code: string) => {
    await callOffice(setGateCode, { code }, slug);
    await onDone();
  });
  return (
    <Dialog title={`Supervisor's code at ${name}`} onClose={onClose}>
      <ActionForm
        label="Set the code"
        failure={failure}
        fields={["code"]}
        onSubmit={({ code = "" }) => run(code.trim())}
      >
        <Field
          label="Code"
          hint={`${codeDigits.min} to ${codeDigits.max} digits, and none that others would guess.`}
          error={errorOf("code")}
        >
          <TextInput name="code" type="password" inputMode="numeric" autoComplete="off" maxLength={codeDigits.max} />
        </Field>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Set the code
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
