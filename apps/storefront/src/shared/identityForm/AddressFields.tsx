import { useEffect, useRef } from "react";
import { addressFields } from "@foyer/rules/forms/identityFields.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Combobox } from "@foyer/ui/form/Combobox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { useText } from "../seller/seller.tsx";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";
import { IdentityFieldInput } from "./IdentityFieldInput.tsx";
import { useAddressLookup } from "./useAddressLookup.ts";
import type { IdentityFormState } from "./useIdentityForm.ts";
import { useIdentityTexts } from "./useIdentityTexts.ts";

/** The address: looked up if the seller's provider covers the country, otherwise entered manually. */
export function AddressFields({ form }: { readonly form: IdentityFormState }) {
  const t = useText(identityStrings);
  const { fields, address } = form;
  const container = useRef<HTMLDivElement>(null);
  const isSearch = address.mode === "search";
  // After a change of mode, the focus moves to the first field that appeared.
  const previousMode = useRef(address.mode);
  useEffect(() => {
    if (previousMode.current === address.mode) return;
    previousMode.current = address.mode;
    const first = address.mode === "search" ? '[role="combobox"]' : '[name="address"]';
    container.current?.querySelector<HTMLElement>(first)?.focus();
  }, [address.mode]);

  const shown = fields.filter(({ name }) => addressFields.includes(name) && (!isSearch || name === "country"));
  return (
    <div className={css.address} ref={container}>
      {address.hasFailed && !isSearch && (
        <div className={css.fullWidth}>
          <Banner tone="warning">{t("address.failed")}</Banner>
        </div>
      )}
      {shown.map((field) => (
        <IdentityFieldInput key={field.name} field={field} form={form} />
      ))}
      {isSearch && (
        // Above the search, whose list of suggestions would cover it.
        <div className={css.before}>
          <Button kind="text" size="small" onClick={address.enterManually}>
            {t("address.manual")}
          </Button>
        </div>
      )}
      {isSearch && <AddressSearch form={form} />}
      {!isSearch && address.canSearch && (
        <div className={css.other}>
          <Button kind="text" size="small" onClick={address.searchAgain}>
            {t("address.search")}
          </Button>
        </div>
      )}
    </div>
  );
}

function AddressSearch({ form }: { readonly form: IdentityFormState }) {
  const t = useText(identityStrings);
  const { fields, address, country, problems } = form;
  const { messageOf, labelOf } = useIdentityTexts(country);
  const lookup = useAddressLookup({
    country,
    text: address.searchText,
    onFound: address.applyFound,
    onFailure: address.endFailedLookup,
  });
  const field = fields.find(({ name }) => name === "address");
  if (!field) return null;
  const isRequired = fields.some(
    ({ name, required }) => required && addressFields.includes(name) && name !== "country",
  );
  return (
    <div className={css.fullWidth}>
      <Field
        label={labelOf(field)}
        required={isRequired}
        optional={!isRequired && t("identity.optional")}
        hint={t(country === "US" ? "address.search.hint.us" : "address.search.hint")}
        error={messageOf(field, problems.find((problem) => problem.field === "address")?.message)}
      >
        <Combobox
          name="address_search"
          value={address.searchText}
          onText={address.setSearchText}
          options={lookup.options.map(({ Id, Text, Description, Type }) => ({
            id: Id,
            text: Text,
            description: Description,
            isContainer: Type === "Container",
          }))}
          empty={lookup.isEmpty && t("address.none")}
          busy={lookup.isBusy}
          listLabel={t("address.search.list")}
          onChoose={lookup.choose}
        />
      </Field>
    </div>
  );
}
