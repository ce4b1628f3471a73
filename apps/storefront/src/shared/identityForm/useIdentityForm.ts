import { useEffect, useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { canLookUp, type FoundAddress } from "@foyer/rules/forms/addressLookup.ts";
import { countryOfCurrency } from "@foyer/rules/values/countries.ts";
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

/** The field itself, and those that have to repeat it. */
const concernsField = (name: string, problem: IdentityProblem): boolean =>
  problem.field === name || problem.message === `${name}MustMatch`;

const isAddressField = (name: string): boolean => addressFields.includes(name) && name !== "country";

/** Believed until the table of numbers is there; the server looks for itself. */
const acceptAll = (): boolean => true;

/** The check of phone numbers, fetched when somebody is asked for one. */
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

/** How the address is given: looked up, looked up and found, or written by hand. */
type AddressMode = "search" | "found" | "manual";

export type IdentityFormOptions = {
  readonly fields: readonly IdentityField[];
  /** What is known already; what is typed goes before it. */
  readonly known?: IdentityAnswers;
  /** What else is wrong with the answers, which no field knows by itself. */
  readonly extraProblems?: (answers: IdentityAnswers) => readonly IdentityProblem[];
  /** A post code was given. */
  readonly onPostCode?: (post_code: string) => void;
};

const noAnswers: IdentityAnswers = {};

/**
 * A person's details as they are typed: in memory alone. What is asked is told by whoever shows the form; states come
 * with their country, an address can be looked up.
 */
export const useIdentityForm = ({
  fields: asked,
  known = noAnswers,
  extraProblems,
  onPostCode,
}: IdentityFormOptions) => {
  const { configuration, default_currency_code } = useSeller();
  const [typed, setTyped] = useState<IdentityAnswers>({});
  const [problems, setProblems] = useState<readonly IdentityProblem[]>([]);
  const [wantedMode, setMode] = useState<AddressMode>("search");
  const [searchText, setAddressText] = useState("");

  const sellerCountry = countryOfCurrency(default_currency_code);
  const country = String(typed.country ?? (known.country || sellerCountry));
  const hasField = (name: string): boolean => asked.some((field) => field.name === name);
  const states = useStates(country, hasField("state"));
  const fields = withStates(
    asked,
    states.map(({ code }) => code),
  );
  const answers = pruneAnswers(fields, { ...(hasField("country") && { country }), ...known, ...typed });
  const isPhone = usePhoneCheck(hasField("phone"));
  const canSearch = hasField("address") && canLookUp(configuration.address_lookup, country);
  const mode: AddressMode = canSearch ? wantedMode : "manual";

  const findProblems = (): readonly IdentityProblem[] => {
    const fieldProblems = identityProblems(fields, answers, { country: sellerCountry, isPhone });
    const all = [...fieldProblems, ...(extraProblems?.(answers) ?? [])];
    if (mode !== "search") return all;
    // Its fields are not in view: the search says what they lack.
    const others = all.filter(({ field }) => !isAddressField(field));
    if (others.length === all.length && searchText.trim() === "") return others;
    const index = all.findIndex(({ field }) => isAddressField(field));
    const before = index < 0 ? others.length : index;
    return [...others.slice(0, before), { field: "address", message: "not_from_list" }, ...others.slice(before)];
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
    /** What the post code takes off shows before anything is paid. */
    submitPostCode: () => onPostCode?.(String(answers.zip_code ?? "")),
    address: {
      mode,
      canSearch,
      searchText,
      setSearchText: (text: string) => {
        setAddressText(text);
        clear("address");
      },
      /** Chosen from the list: its fields are filled, to be looked over. */
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
        setAddressText("");
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
    /** Says what is wrong at its fields; true when nothing is. */
    check: (): boolean => {
      const wrong = findProblems();
      setProblems(wrong);
      return wrong.length === 0;
    },
    /** What the server found wrong. A field that is not in this form is not to be mended here, so it is written down. */
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
