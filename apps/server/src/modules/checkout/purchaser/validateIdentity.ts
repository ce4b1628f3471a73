import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/max";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { countryOfCurrency } from "@foyer/rules/values/countries.ts";
import {
  identityFields,
  identityFormsIn,
  withOptionalAddress,
  withStates,
  type IdentityField,
} from "@foyer/rules/forms/identityFields.ts";
import { identityFromAnswers, identityProblems, type IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { statesOfCountry } from "../../identity/address/statesOfCountry.ts";

/** The fields that the seller and the cart's contents (`metas`) ask for. */
export const askedFields = (ctx: RequestContext, metas: readonly unknown[]): readonly IdentityField[] => {
  const { identity_form } = ctx.seller.configuration;
  const forms = [...(identity_form ? [identity_form] : []), ...identityFormsIn(metas)];
  return identityFields(forms, ["checkout", ctx.visitor?.role === "member" ? "member" : "guest"]);
};

/**
 * A purchaser's valid answers to the questions of the seller and of the cart's contents (`metas`). An address is accepted
 * even if it was not asked for, because some payment methods need one; other answers that were not asked for are dropped.
 */
export const validateIdentity = (
  ctx: RequestContext,
  metas: readonly unknown[],
  identity: IdentityInput,
): IdentityInput => {
  const { additional_info, ...own } = identity;
  const answers: IdentityAnswers = { ...additional_info, ...own };
  const home = countryOfCurrency(ctx.seller.default_currency_code);
  const asked = askedFields(ctx, metas);
  const states = statesOfCountry(own.country ?? home, "en").map(({ code }) => code);
  const fields = withStates(withOptionalAddress(asked), states);

  const problems = identityProblems(
    // A field that repeats another one is not sent.
    fields.filter(({ sameAs }) => !sameAs),
    answers,
    { country: home, isPhone: (number, country) => isValidPhoneNumber(number, country as CountryCode) },
  );
  if (problems.length === 0) return identityFromAnswers(fields, answers);
  const missing = problems.filter(
    ({ field, message }) =>
      message === "required" && fields.some(({ name, isStandard }) => name === field && !isStandard),
  );
  if (missing.length > 0)
    ctx.log.warn(
      { event: "identity_field_missing", fields: missing.map(({ field }) => field) },
      "a custom identity field is missing",
    );
  throw new Refused({
    code: "validation_failed",
    context: "identity",
    extra: { fields: problems.map(({ field }) => field), problems },
  });
};
