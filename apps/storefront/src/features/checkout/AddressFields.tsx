import { useEffect, useRef } from "react";
import { addressFields } from "@foyer/rules/identityFields.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Combobox } from "@foyer/ui/Combobox.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./Identity.module.css";
import { identityStrings } from "./identity.strings.ts";
import { IdentityQuestion } from "./IdentityQuestion.tsx";
import { useAddressLookup } from "./useAddressLookup.ts";
import type { IdentityFormState } from "./useIdentityForm.ts";
import { useIdentityWords } from "./useIdentityWords.ts";

/** Where the buyer lives: looked up where somebody knows the country's addresses, else written by hand. */
export function AddressFields({ purchaser }: { readonly purchaser: IdentityFormState }) {
  const t = useText(identityStrings);
  const { fields, address } = purchaser;
  const place = useRef<HTMLDivElement>(null);
  const isSearch = address.manner === "search";
  // Whoever went over by a key or a press goes on in the first field that came into view.
  const before = useRef(address.manner);
  useEffect(() => {
    if (before.current === address.manner) return;
    before.current = address.manner;
    const first = address.manner === "search" ? '[role="combobox"]' : '[name="address"]';
    place.current?.querySelector<HTMLElement>(first)?.focus();
  }, [address.manner]);

  const shown = fields.filter(({ name }) => addressFields.includes(name) && (!isSearch || name === "country"));
  return (
    <div className={css.address} ref={place}>
      {shown.map((field) => (
        <IdentityQuestion key={field.name} field={field} purchaser={purchaser} />
      ))}
      {isSearch && <AddressSearch purchaser={purchaser} />}
      {isSearch && (
        <div className={css.other}>
          <Button kind="text" size="small" onClick={address.byHand}>
            {t("address.manual")}
          </Button>
        </div>
      )}
      {!isSearch && address.canSearch && (
        <div className={css.other}>
          <Button kind="text" size="small" onClick={address.again}>
            {t("address.search")}
          </Button>
        </div>
      )}
    </div>
  );
}

function AddressSearch({ purchaser }: { readonly purchaser: IdentityFormState }) {
  const t = useText(identityStrings);
  const { fields, address, country, problems } = purchaser;
  const { messageOf, labelOf } = useIdentityWords(country);
  const lookup = useAddressLookup({
    country,
    text: address.sought,
    onFound: address.take,
    onFailure: address.byHand,
  });
  const field = fields.find(({ name }) => name === "address");
  if (!field) return null;
  const isRequired = fields.some(
    ({ name, required }) => required && addressFields.includes(name) && name !== "country",
  );
  return (
    <div className={css.whole}>
      <Field
        label={labelOf(field)}
        required={isRequired}
        optional={!isRequired && t("identity.optional")}
        hint={t("address.search.hint")}
        error={messageOf(field, problems.find((problem) => problem.field === "address")?.message)}
      >
        <Combobox
          name="address_search"
          value={address.sought}
          onText={address.seek}
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
