import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/max";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { countryOfCurrency } from "@foyer/rules/countries.ts";
import { formsOf, identityFields, withOptionalAddress, withStates } from "@foyer/rules/identityFields.ts";
import { identityOf, identityProblems, type Answers } from "@foyer/rules/identityForm.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { statesOf } from "../identity/states.ts";

/**
 * What is kept of a purchaser: the answers to the questions that the page asks too, of the seller and of what is in the
 * cart (`metas`). An address may come unasked, because some ways to pay need one; whatever else was not asked is left out.
 */
export const checkedIdentity = (ask: Ask, metas: readonly unknown[], identity: IdentityInput): IdentityInput => {
  const { default_currency_code, configuration } = ask.seller;
  const { additional_info, ...own } = identity;
  const answers: Answers = { ...additional_info, ...own };
  const home = countryOfCurrency(default_currency_code);
  const forms = [...(configuration.identity_form ? [configuration.identity_form] : []), ...formsOf(metas)];
  const asked = identityFields(forms, ["checkout", ask.visitor?.role === "member" ? "member" : "guest"]);
  const states = statesOf(own.country ?? home, "en").map(({ code }) => code);
  const fields = withStates(withOptionalAddress(asked), states);

  const problems = identityProblems(
    // What only repeats another field stays on the page.
    fields.filter(({ sameAs }) => !sameAs),
    answers,
    { country: home, isPhone: (number, country) => isValidPhoneNumber(number, country as CountryCode) },
  );
  if (problems.length === 0) return identityOf(fields, answers);
  const missing = problems.filter(
    ({ field, message }) =>
      message === "required" && fields.some(({ name, isStandard }) => name === field && !isStandard),
  );
  if (missing.length > 0)
    ask.log.warn(
      { event: "identity_field_missing", fields: missing.map(({ field }) => field) },
      "a custom identity field is missing",
    );
  throw new Refused({
    code: "validation_failed",
    context: "identity",
    extra: { fields: problems.map(({ field }) => field), problems },
  });
};
