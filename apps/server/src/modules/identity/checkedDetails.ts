import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/max";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { countryOfCurrency } from "@foyer/rules/countries.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { identityFields, withOptionalAddress, withStates } from "@foyer/rules/identityFields.ts";
import { identityOf, identityProblems, type Answers } from "@foyer/rules/identityForm.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { statesOf } from "./states.ts";
import { isStandIn } from "./users.ts";

type Shop = Pick<Ask, "seller">;

/**
 * What is kept of what somebody said about themselves: of the fields that the seller asks for, those that were sent, each
 * judged as in the checkout's form. `country`: where they live as far as it is known and not said.
 */
export const checkedDetails = ({ seller }: Shop, sent: Answers, country?: string | null): IdentityInput => {
  const { default_currency_code, configuration } = seller;
  const home = countryOfCurrency(default_currency_code);
  const answers = { ...(country && { country }), ...sent };
  const states = statesOf(String(answers.country ?? home), "en").map(({ code }) => code);
  const asked = identityFields(configuration.identity_form ? [configuration.identity_form] : [], [
    "checkout",
    "member",
  ]);
  const fields = withStates(withOptionalAddress(asked), states).filter(
    ({ name, sameAs }) => Object.hasOwn(sent, name) && !sameAs,
  );
  const problems = identityProblems(fields, answers, {
    country: home,
    isPhone: (number, of) => isValidPhoneNumber(number, of as CountryCode),
  });
  if (problems.length > 0)
    throw new Refused({
      code: "validation_failed",
      context: "identity",
      extra: { fields: problems.map(({ field }) => field), problems },
    });
  return identityOf(fields, answers);
};

export type Person = Pick<IdentityInput, "first_name" | "last_name" | "email"> & {
  readonly additional_info: NonNullable<IdentityInput["additional_info"]>;
};

/** A new person's name and address. An address that only stands in for one is nobody's to give (T104). */
export const checkedPerson = (
  shop: Shop,
  sent: Pick<IdentityInput, "first_name" | "last_name" | "email" | "additional_info">,
): Person => {
  const email = sent.email.trim();
  if (!isEmail(email) || isStandIn(shop, email)) throw new Refused({ code: "validate_not_email", context: "login" });
  const { additional_info, first_name, last_name } = sent;
  const kept = checkedDetails(shop, { ...additional_info, first_name, last_name, email });
  return { ...kept, additional_info: kept.additional_info ?? {} };
};
