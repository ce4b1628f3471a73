import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/max";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { countryOfCurrency } from "@foyer/rules/values/countries.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import {
  identityFields,
  withOptionalAddress,
  withOptionalPhone,
  withStates,
  type IdentityField,
} from "@foyer/rules/forms/identityFields.ts";
import { identityFromAnswers, identityProblems, type IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { statesOfCountry } from "../address/statesOfCountry.ts";
import { isPlaceholderAddress } from "./users.ts";

type SellerContext = Pick<RequestContext, "seller">;

/** The questions that the seller asks a member. */
const profileQuestions = ({ seller: { configuration } }: SellerContext) =>
  identityFields(configuration.identity_form ? [configuration.identity_form] : [], ["checkout", "member"]);

/**
 * Validates the sent details like the checkout's form does, and drops fields that the seller does not ask for. `country`:
 * the known country, if none was sent.
 */
export const validateUserDetails = (
  { seller }: SellerContext,
  sent: IdentityAnswers,
  country?: string | null,
): IdentityInput => validated({ seller }, profileQuestions({ seller }), sent, country);

/** The same for telephone and post address only. Staff can correct these even if the seller does not ask for them. */
export const validateContact = (ctx: SellerContext, sent: IdentityAnswers): IdentityInput => {
  const asked = profileQuestions(ctx).map((field) => ({ ...field, isLocked: false }));
  return validated(ctx, withOptionalPhone(asked), sent);
};

const validated = (
  { seller }: SellerContext,
  questions: readonly IdentityField[],
  sent: IdentityAnswers,
  country?: string | null,
): IdentityInput => {
  const homeCountry = countryOfCurrency(seller.default_currency_code);
  const answers = { ...(country && { country }), ...sent };
  const states = statesOfCountry(String(answers.country ?? homeCountry), "en").map(({ code }) => code);
  const fields = withStates(withOptionalAddress(questions), states).filter(
    ({ name, sameAs }) => Object.hasOwn(sent, name) && !sameAs,
  );
  const problems = identityProblems(fields, answers, {
    country: homeCountry,
    isPhone: (number, of) => isValidPhoneNumber(number, of as CountryCode),
  });
  if (problems.length > 0)
    throw new Refused({
      code: "validation_failed",
      context: "identity",
      extra: { fields: problems.map(({ field }) => field), problems },
    });
  return identityFromAnswers(fields, answers);
};

/** The seller's questions whose answers were sent empty, if they may be empty. */
export const emptiedQuestions = ({ seller }: SellerContext, sent: IdentityAnswers): readonly string[] =>
  profileQuestions({ seller })
    .filter(({ name, isStandard, isLocked }) => !isStandard && !isLocked && String(sent[name] ?? "x").trim() === "")
    .map(({ name }) => name);

export type PersonDetails = Pick<IdentityInput, "first_name" | "last_name" | "email"> & {
  readonly additional_info: NonNullable<IdentityInput["additional_info"]>;
};

/** Name and e-mail address of a new person. Placeholder addresses are refused. */
export const validatePerson = (
  ctx: SellerContext,
  sent: Pick<IdentityInput, "first_name" | "last_name" | "email" | "additional_info">,
): PersonDetails => {
  const email = sent.email.trim();
  if (!isEmail(email) || isPlaceholderAddress(ctx, email))
    throw new Refused({ code: "validate_not_email", context: "login", extra: { fields: ["email"] } });
  const { additional_info, first_name, last_name } = sent;
  const details = validateUserDetails(ctx, { ...additional_info, first_name, last_name, email });
  return { ...details, additional_info: details.additional_info ?? {} };
};
