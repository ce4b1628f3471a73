import { regionLabelKey } from "@foyer/rules/values/countries.ts";
import type { IdentityField } from "@foyer/rules/forms/identityFields.ts";
import type { IdentityProblem } from "@foyer/rules/forms/identityAnswers.ts";
import { useSeller, useText } from "../seller/seller.tsx";
import { sharedStrings } from "../text/shared.strings.ts";
import { identityStrings } from "./identity.strings.ts";

type IdentityTextKey = keyof typeof identityStrings;
const isKey = (key: string): key is IdentityTextKey => Object.hasOwn(identityStrings, key);

/** The labels of identity fields, and the messages for their problems. */
export const useIdentityTexts = (country: string) => {
  const t = useText(identityStrings);
  const shared = useText(sharedStrings);
  const { strings } = useSeller();

  const labelOf = ({ name, title }: Pick<IdentityField, "name" | "title">): string => {
    if (title !== undefined) return title;
    if (name === "state" || name === "region") return t(`identity.${regionLabelKey(country, name)}`);
    if (name === "zip_code" && country === "US") return t("identity.zip_code.us");
    const key = `identity.${name}`;
    return isKey(key) ? t(key) : name;
  };

  const messageOf = (field: IdentityField, message: IdentityProblem["message"] | undefined): string | undefined => {
    if (message === undefined) return undefined;
    if (message === "required" || message === "not_option" || message === "unknown") return shared("form.required");
    if (message === "not_zip" && country === "US") return t("identity.not_zip.us");
    if (message === "too_long") return t("identity.too_long", { count: field.maxLength });
    if (message === "too_small") return t("identity.too_small", { min: field.minimum ?? 0 });
    if (message === "too_large") return t("identity.too_large", { max: field.maximum ?? 0 });
    const key = `identity.${message}`;
    if (isKey(key)) return t(key);
    // The repeated value differs: the seller may have a text for this field.
    return strings[key] ?? t("identity.mustMatch", { field: labelOf(field) });
  };

  return { labelOf, messageOf };
};
