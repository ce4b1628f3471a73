import { useState } from "react";
import { goLiveWord, savePaymentKeys, type KeyedGatewayState } from "@foyer/contract/office/money/paymentKeys.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { describeKeysRefusal, hintOfKey, labelOfKey, refreshPaymentKeys, secretKeyHint } from "./keyQueries.ts";
import { replacedKeysText } from "./underWayText.ts";

export type StoreKeysDialogProps = {
  readonly gateway: KeyedGatewayState;
  readonly slug: string;
  readonly onClose: () => void;
};

/** Stores all keys of a provider together. A key that is left out is not stored. */
export function StoreKeysDialog({ gateway, slug, onClose }: StoreKeysDialogProps) {
  const { gateway_id, label, version, fields, stored, under_way } = gateway;
  const toast = useToast();
  const [goesLive, setGoesLive] = useState(false);
  const { run, isBusy, failure, errorOf } = useAction(
    async ({ confirm, ...values }: Readonly<Record<string, string>>) => {
      const keys = Object.fromEntries(
        Object.entries(values)
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => value !== ""),
      );
      await callOffice(savePaymentKeys, { gateway_id, version, keys, confirm }, slug);
      toast({ text: `The keys of ${label} work and are stored.` });
      onClose();
      await refreshPaymentKeys(slug);
    },
    describeKeysRefusal,
  );
  const names = [...fields.map(({ name }) => name), "confirm"];
  // The server decides whether the keys are live; this only asks for the confirmation word in advance.
  const asksForWord = stored?.is_live !== true && (goesLive || errorOf("confirm") !== undefined);
  return (
    <Dialog title={`Keys of ${label}`} onClose={onClose}>
      <p>
        The keys are tried with {label} first, without charging anything. They replace all stored keys.{" "}
        {replacedKeysText(under_way)}
      </p>
      <ActionForm label={`Keys of ${label}`} failure={failure} fields={names} onSubmit={run}>
        {fields.map(({ name, is_required }) => (
          <Field
            key={name}
            label={labelOfKey(name)}
            hint={name === "secret_key" ? secretKeyHint : hintOfKey(name)}
            error={errorOf(name)}
            required={is_required}
            optional={is_required ? undefined : "optional"}
          >
            <TextInput
              name={name}
              type="password"
              autoComplete="off"
              spellCheck={false}
              maxLength={600}
              onChange={({ target }) => {
                if (name === "publishable_key") setGoesLive(/_live_/.test(target.value));
              }}
            />
          </Field>
        ))}
        {asksForWord && (
          <Field
            label={`Type "${goLiveWord}" to take real payments`}
            hint="From then on cards are charged real money. The terms are published and the catalogue has no errors, or this is refused."
            error={errorOf("confirm")}
            required
          >
            <TextInput name="confirm" autoComplete="off" spellCheck={false} maxLength={20} />
          </Field>
        )}
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Try and store
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
