import { amountStepOf } from "@foyer/rules/checkout/amountSteps.ts";
import { defaultCardGateway } from "@foyer/rules/checkout/gateways.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import { fromDecimal, type Minor } from "@foyer/rules/values/money.ts";
import type { Catalogue } from "../format/catalogue.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

/** Parses amounts of a currency to minor units; reports those with too many decimals. */
export const parseMoneyIn =
  (currency: string, addProblem: ValidationContext["addProblem"]) =>
  (amount: string, path: Path): Minor => {
    const minor = fromDecimal(amount, currency);
    if (minor === undefined)
      addProblem(path, `has more decimal places than ${currency} (${currencyExponent(currency)})`);
    return minor ?? 0;
  };

/** The step between the amounts that the seller's card gateway takes, in minor units. */
export const payableStepOf = ({ currency, configuration }: Catalogue["seller"]): Minor =>
  amountStepOf(configuration?.gateway ?? defaultCardGateway, currency);

/** Why an amount cannot be paid by card: the gateway takes only amounts that end in 0. */
const endsInZero = (currency: string): string => `this seller's cards accept only amounts in ${currency} that end in 0`;

/** Parses amounts that buyers pay: also warns about those that the seller's card gateway does not take, once each. */
export const parsePayable = ({
  catalogue: { seller },
  addProblem,
  addWarning,
}: Pick<ValidationContext, "catalogue" | "addProblem" | "addWarning">): ReturnType<typeof parseMoneyIn> => {
  const parse = parseMoneyIn(seller.currency, addProblem);
  const step = payableStepOf(seller);
  const warned = new Set<string>();
  return (amount, path) => {
    const minor = parse(amount, path);
    const place = path.join(".");
    if (minor % step !== 0 && !warned.has(place)) {
      warned.add(place);
      addWarning(path, `${amount} cannot be paid: ${endsInZero(seller.currency)}`, { isWrongInDrafts: true });
    }
    return minor;
  };
};

/** '2.5' is 250. */
export const basisPoints = (percent: string): number => {
  const [whole = "0", fraction = ""] = percent.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
};
