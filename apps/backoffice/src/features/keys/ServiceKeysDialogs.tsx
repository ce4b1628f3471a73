import { forgetServiceKeys, saveServiceKeys, type ServiceKeysState } from "@foyer/contract/office/money/serviceKeys.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { ForgetKeysDialog } from "./ForgetKeysDialog.tsx";
import { hintOfKey, labelOfKey } from "./keyQueries.ts";
import { refreshServiceKeys, serviceTexts } from "./serviceKeyQueries.ts";

type DialogProps = { readonly state: ServiceKeysState; readonly slug: string; readonly onClose: () => void };

/** Keys in PEM format have several lines. */
const isMultiline = (name: string): boolean => /(?:_cert|signer_key|private_key|public_key)$/.test(name);

/** Stores all keys of a service together. A key that is left out is not stored. */
export function StoreServiceKeysDialog({ state, slug, onClose }: DialogProps) {
  const { service, version, fields } = state;
  const { title } = serviceTexts[service];
  const toast = useToast();
  const { run, isBusy, failure, errorOf } = useAction(async (values: Readonly<Record<string, string>>) => {
    const keys = Object.fromEntries(
      Object.entries(values)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([, value]) => value !== ""),
    );
    await callOffice(saveServiceKeys, { service, version, keys }, slug);
    toast({ text: `The keys of ${title} are stored.` });
    onClose();
    await refreshServiceKeys(slug);
  });
  return (
    <Dialog title={`Keys of ${title}`} onClose={onClose}>
      <p>The keys are checked first. They replace all stored keys of this service.</p>
      <ActionForm label={`Keys of ${title}`} failure={failure} fields={fields.map(({ name }) => name)} onSubmit={run}>
        {fields.map(({ name, is_required, is_secret }) => (
          <Field
            key={name}
            label={labelOfKey(name)}
            hint={hintOfKey(name)}
            error={errorOf(name)}
            required={is_required}
            optional={is_required ? undefined : "optional"}
          >
            {isMultiline(name) ? (
              <TextArea name={name} rows={4} autoComplete="off" spellCheck={false} maxLength={20_000} />
            ) : (
              <TextInput
                name={name}
                type={is_secret ? "password" : "text"}
                autoComplete="off"
                spellCheck={false}
                maxLength={1000}
              />
            )}
          </Field>
        ))}
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Check and store
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}

export function DeleteServiceKeysDialog({ state, slug, onClose }: DialogProps) {
  const { service, version, is_used } = state;
  const { title } = serviceTexts[service];
  const forget = async (): Promise<void> => {
    await callOffice(forgetServiceKeys, { service, version }, slug);
    onClose();
    await refreshServiceKeys(slug);
  };
  return (
    <ForgetKeysDialog of={title} forget={forget} onClose={onClose}>
      {is_used === true
        ? `The storefront uses ${title}. It works without it until keys are stored again.`
        : `${title} cannot be used until keys are stored again.`}
    </ForgetKeysDialog>
  );
}
