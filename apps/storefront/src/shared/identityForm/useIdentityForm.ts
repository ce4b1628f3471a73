import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { countryCode, countryOfCurrency } from "@foyer/rules/values/countries.ts";
import { withStates, type IdentityField } from "@foyer/rules/forms/identityFields.ts";
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
import type { IdentityDraft } from "../storage/checkoutDraft.ts";
import { addressActions } from "./addressActions.ts";
import { useStates } from "./identity.queries.ts";
import {
  isAddressField,
  problemsWhileSearching,
  useAddressMode,
  withoutAddress,
  type TypedAnswers,
} from "./useAddressMode.ts";

/** Whether a problem concerns a field, or a field that has to repeat it. */
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
  /** Problems that cannot be found in a single field. */
  readonly extraProblems?: (answers: IdentityAnswers) => readonly IdentityProblem[];
  /** Called when a postcode is complete. */
  readonly onPostCode?: (post_code: string) => void;
  /** Stores what is typed, and restores what was stored. */
  readonly draft?: IdentityDraftOption;
};

export type IdentityDraftOption = {
  readonly kept: IdentityDraft | undefined;
  readonly save: (draft: IdentityDraft) => void;
};

const useSavedDraft = (
  save: IdentityDraftOption["save"] | undefined,
  answers: TypedAnswers,
  address_mode: IdentityDraft["address_mode"],
  search_text: string,
): void => {
  const saveDraft = useEffectEvent((draft: IdentityDraft) => save?.(draft));
  useEffect(() => saveDraft({ answers, address_mode, search_text }), [answers, address_mode, search_text]);
};

const noAnswers: IdentityAnswers = {};

/** A person's details as typed, kept in memory. The states depend on the country, and an address can be looked up. */
export const useIdentityForm = ({
  fields: asked,
  known = noAnswers,
  extraProblems,
  onPostCode,
  draft,
}: IdentityFormOptions) => {
  const { default_currency_code } = useSeller();
  const [typed, setTyped] = useState<TypedAnswers>(draft?.kept?.answers ?? {});
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
  const isAsked = ({ field }: IdentityProblem): boolean => fields.some(({ name }) => name === field);
  const answers = pruneAnswers(fields, { ...known, ...typed, ...(hasField("country") && { country }) });
  const isPhone = usePhoneCheck(hasField("phone"));
  const addressMode = useAddressMode(hasField("address"), country, draft?.kept);
  const { mode, searchText, setSearchText } = addressMode;
  useSavedDraft(draft?.save, typed, addressMode.wantedMode, searchText);

  const findProblems = (): readonly IdentityProblem[] => {
    const fieldProblems = identityProblems(fields, answers, { country: sellerCountry, isPhone });
    const all = [...fieldProblems, ...(extraProblems?.(answers) ?? [])];
    return mode === "search" ? problemsWhileSearching(all, searchText) : all;
  };
  const clear = (...names: readonly string[]): void =>
    setProblems((before) => before.filter((one) => !names.some((name) => concernsField(name, one))));

  const address = addressActions({
    addressMode,
    typed,
    setTyped,
    clear,
    country,
    withoutTyped: (before) => withoutAddress(before, known),
    onPostCode,
  });

  return {
    fields,
    answers,
    problems,
    /** Whether the server requires a field that this form lacks, because the requirements have changed meanwhile. */
    lacksField: !problems.every(isAsked),
    states,
    country,
    answer: (name: string, value: string | boolean) => {
      // If the new country has no lookup, the fields are shown, with the search text in the first of them.
      const endsSearch = name === "country" && mode === "search" && !addressMode.canSearchIn(String(value));
      setTyped((before) => ({ ...(endsSearch ? addressMode.withSearched(before) : before), [name]: value }));
      if (endsSearch) setSearchText("");
      clear(name, ...(name === "country" ? ["state", "phone"] : []));
    },
    /** Fills in fields, including an address. */
    fill: (filled: Readonly<Record<string, string>>) => {
      setTyped((before) => ({ ...before, ...filled }));
      if (filled.address !== undefined) addressMode.setMode("found");
      clear(...Object.keys(filled));
      if (filled.zip_code !== undefined) onPostCode?.(filled.zip_code);
    },
    /** Applies the discount for a postcode before the payment. */
    submitPostCode: () => onPostCode?.(String(answers.zip_code ?? "")),
    address,
    /** The first field without a valid answer, before any error is shown. */
    missingField: (): string | undefined => findProblems()[0]?.field,
    /** Shows problems at their fields. True if there are none. */
    check: (): boolean => {
      const found = findProblems();
      setProblems(found);
      return found.length === 0;
    },
    /** Shows the server's problems; true if a field shows one. Problems of fields that this form lacks are reported. */
    showRefusal: (refused: readonly IdentityProblem[]): boolean => {
      const lacking = refused.filter((problem) => !isAsked(problem));
      for (const { field } of lacking) reportError(new Error(`missing identity field: ${field}`));
      if (mode === "search" && refused.some(({ field }) => isAddressField(field))) address.enterManually();
      setProblems(refused);
      return lacking.length < refused.length;
    },
    identity: (): IdentityInput => identityFromAnswers(fields, answers),
  };
};
export type IdentityFormState = ReturnType<typeof useIdentityForm>;
