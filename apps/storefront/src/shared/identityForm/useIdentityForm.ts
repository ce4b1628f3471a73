import { useEffect, useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { FoundAddress } from "@foyer/rules/forms/addressLookup.ts";
import { countryCode, countryOfCurrency } from "@foyer/rules/values/countries.ts";
import { addressFields, withStates, type IdentityField } from "@foyer/rules/forms/identityFields.ts";
import {
  identityFromAnswers,
  identityProblems,
  pruneAnswers,
  type IdentityAnswers,
  type IdentityProblem,
} from "@foyer/rules/forms/identityAnswers.ts";
import { loadChunk } from "../loading/loadChunk.ts";
import { reportError } from "../errors/reportError.ts";
import { useSeller } from "../seller/seller.tsx";
import { useStates } from "./identity.queries.ts";
import { isAddressField, problemsWhileSearching, useAddressMode } from "./useAddressMode.ts";

/** Whether a problem concerns a field, or one that has to repeat it. */
const concernsField = (name: string, problem: IdentityProblem): boolean =>
  problem.field === name || problem.message === `${name}MustMatch`;

/** Used until the phone check is loaded; the server checks as well. */
const acceptAll = (): boolean => true;

/** The check of phone numbers, loaded when a phone number is asked for. */
const usePhoneCheck = (isNeeded: boolean) => {
  const check = useRef<(number: string, country: string) => boolean>(acceptAll);
  useEffect(() => {
    if (!isNeeded || check.current !== acceptAll) return;
    loadChunk(() => import("./isPhoneNumber.ts")).then(({ isPhoneNumber }) => {
      check.current = isPhoneNumber;
    }, reportError);
  }, [isNeeded]);
  return (number: string, country: string): boolean => check.current(number, country);
};

export type IdentityFormOptions = {
  readonly fields: readonly IdentityField[];
  /** Known answers; typed ones take precedence. */
  readonly known?: IdentityAnswers;
  /** Problems that no single field can find. */
  readonly extraProblems?: (answers: IdentityAnswers) => readonly IdentityProblem[];
  /** Called when a post code is complete. */
  readonly onPostCode?: (post_code: string) => void;
};

const noAnswers: IdentityAnswers = {};

/** A person's details as typed, kept in memory. States depend on the country, and an address can be looked up. */
export const useIdentityForm = ({
  fields: asked,
  known = noAnswers,
  extraProblems,
  onPostCode,
}: IdentityFormOptions) => {
  const { default_currency_code } = useSeller();
  const [typed, setTyped] = useState<IdentityAnswers>({});
  const [problems, setProblems] = useState<readonly IdentityProblem[]>([]);
  const sellerCountry = countryOfCurrency(default_currency_code);
  // A country may be stored by its name or another code.
  const knownCountry = countryCode(String(known.country ?? ""))?.toUpperCase();
  const country = String(typed.country ?? knownCountry ?? sellerCountry);
  const hasField = (name: string): boolean => asked.some((field) => field.name === name);
  const states = useStates(country, hasField("state"));
  const fields = withStates(
    asked,
    states.map(({ code }) => code),
  );
  const answers = pruneAnswers(fields, { ...known, ...typed, ...(hasField("country") && { country }) });
  const isPhone = usePhoneCheck(hasField("phone"));
  const { mode, canSearch, searchText, setMode, setSearchText } = useAddressMode(hasField("address"), country);

  const findProblems = (): readonly IdentityProblem[] => {
    const fieldProblems = identityProblems(fields, answers, { country: sellerCountry, isPhone });
    const all = [...fieldProblems, ...(extraProblems?.(answers) ?? [])];
    return mode === "search" ? problemsWhileSearching(all, searchText) : all;
  };
  const clear = (...names: readonly string[]): void =>
    setProblems((before) => before.filter((one) => !names.some((name) => concernsField(name, one))));

  return {
    fields,
    answers,
    problems,
    states,
    country,
    answer: (name: string, value: string | boolean) => {
      setTyped((before) => ({ ...before, [name]: value }));
      clear(name, ...(name === "country" ? ["state", "phone"] : []));
    },
    /** Shows the discount of a post code before the payment. */
    submitPostCode: () => onPostCode?.(String(answers.zip_code ?? "")),
    address: {
      mode,
      canSearch,
      searchText,
      setSearchText: (text: string) => {
        setSearchText(text);
        clear("address");
      },
      /** Fills the address fields, so that the visitor can check them. */
      applyFound: (address: FoundAddress) => {
        setTyped((before) => ({ ...before, ...address, country: address.country || country }));
        setMode("found");
        onPostCode?.(address.zip_code);
        clear(...addressFields);
      },
      enterManually: () => {
        setMode("manual");
        clear("address");
      },
      searchAgain: () => {
        setMode("search");
        setSearchText("");
        setTyped((before) => ({
          ...Object.fromEntries(Object.entries(before).filter(([name]) => !isAddressField(name))),
          ...Object.fromEntries(
            Object.keys(known)
              .filter(isAddressField)
              .map((name) => [name, ""]),
          ),
        }));
      },
    },
    /** Shows problems at their fields. True if there are none. */
    check: (): boolean => {
      const found = findProblems();
      setProblems(found);
      return found.length === 0;
    },
    /** Shows problems that the server found. Those of fields that this form lacks are reported. */
    showRefusal: (refused: readonly IdentityProblem[]): void => {
      const unknown = refused.filter(({ field }) => !fields.some(({ name }) => name === field));
      for (const { field } of unknown) reportError(new Error(`missing identity field: ${field}`));
      if (mode === "search" && refused.some(({ field }) => isAddressField(field))) setMode("manual");
      setProblems(refused);
    },
    identity: (): IdentityInput => identityFromAnswers(fields, answers),
  };
};
export type IdentityFormState = ReturnType<typeof useIdentityForm>;
