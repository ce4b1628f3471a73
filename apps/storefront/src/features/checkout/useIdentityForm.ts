import { useEffect, useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { canLookUp, type FoundAddress } from "@foyer/rules/addressLookup.ts";
import { countryOfCurrency } from "@foyer/rules/countries.ts";
import { addressFields, withStates, type IdentityField } from "@foyer/rules/identityFields.ts";
import { identityOf, identityProblems, keptAnswers, type Answers, type Problem } from "@foyer/rules/identityForm.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import { report } from "../../shared/reports.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useStates } from "./identity.queries.ts";

/** The field itself, and those that have to repeat it. */
const isAbout = (name: string, problem: Problem): boolean =>
  problem.field === name || problem.message === `${name}MustMatch`;

const isOfAddress = (name: string): boolean => addressFields.includes(name) && name !== "country";

/** Believed until the table of numbers is there; the server looks for itself. */
const believe = (): boolean => true;

/** The check of phone numbers, fetched when somebody is asked for one. */
const usePhoneCheck = (isAsked: boolean) => {
  const check = useRef<(number: string, country: string) => boolean>(believe);
  useEffect(() => {
    if (!isAsked || check.current !== believe) return;
    loadChunk(() => import("./phoneCheck.ts")).then(({ isPhone }) => {
      check.current = isPhone;
    }, report);
  }, [isAsked]);
  return (number: string, country: string): boolean => check.current(number, country);
};

/** How the address is given: looked up, looked up and found, or written by hand. */
type Manner = "search" | "found" | "manual";

export type IdentityAsked = {
  readonly fields: readonly IdentityField[];
  /** What is known already; what is typed goes before it. */
  readonly known?: Answers;
  /** What else is wrong with the answers, which no field knows by itself. */
  readonly wrongBesides?: (answers: Answers) => readonly Problem[];
  /** A post code was given. */
  readonly onPostCode?: (post_code: string) => void;
};

const nothingKnown: Answers = {};

/**
 * A person's details as they are typed: in memory alone. What is asked is told by whoever shows the form; states come
 * with their country, an address can be looked up.
 */
export const useIdentityForm = ({ fields: asked, known = nothingKnown, wrongBesides, onPostCode }: IdentityAsked) => {
  const { configuration, default_currency_code } = useSeller();
  const [typed, setTyped] = useState<Answers>({});
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [wished, setManner] = useState<Manner>("search");
  const [sought, setSought] = useState("");

  const home = countryOfCurrency(default_currency_code);
  const country = String(typed.country ?? (known.country || home));
  const asks = (name: string): boolean => asked.some((field) => field.name === name);
  const states = useStates(country, asks("state"));
  const fields = withStates(
    asked,
    states.map(({ code }) => code),
  );
  const answers = keptAnswers(fields, { ...(asks("country") && { country }), ...known, ...typed });
  const isPhone = usePhoneCheck(asks("phone"));
  const canSearch = asks("address") && canLookUp(configuration.address_lookup, country);
  const manner: Manner = canSearch ? wished : "manual";

  const found = (): readonly Problem[] => {
    const own = identityProblems(fields, answers, { country: home, isPhone });
    const all = [...own, ...(wrongBesides?.(answers) ?? [])];
    if (manner !== "search") return all;
    // Its fields are not in view: the search says what they lack.
    const others = all.filter(({ field }) => !isOfAddress(field));
    if (others.length === all.length && sought.trim() === "") return others;
    const place = all.findIndex(({ field }) => isOfAddress(field));
    const before = place < 0 ? others.length : place;
    return [...others.slice(0, before), { field: "address", message: "not_from_list" }, ...others.slice(before)];
  };
  const clear = (...names: readonly string[]): void =>
    setProblems((before) => before.filter((one) => !names.some((name) => isAbout(name, one))));

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
    leavePostCode: () => onPostCode?.(String(answers.zip_code ?? "")),
    address: {
      manner,
      canSearch,
      sought,
      seek: (text: string) => {
        setSought(text);
        clear("address");
      },
      /** Chosen from the list: its fields are filled, to be looked over. */
      take: (address: FoundAddress) => {
        setTyped((before) => ({ ...before, ...address, country: address.country || country }));
        setManner("found");
        onPostCode?.(address.zip_code);
        clear(...addressFields);
      },
      byHand: () => {
        setManner("manual");
        clear("address");
      },
      again: () => {
        setManner("search");
        setSought("");
        setTyped((before) => ({
          ...Object.fromEntries(Object.entries(before).filter(([name]) => !isOfAddress(name))),
          ...Object.fromEntries(
            Object.keys(known)
              .filter(isOfAddress)
              .map((name) => [name, ""]),
          ),
        }));
      },
    },
    /** Says what is wrong at its fields; true when nothing is. */
    check: (): boolean => {
      const wrong = found();
      setProblems(wrong);
      return wrong.length === 0;
    },
    /** What the server found wrong. A field that is not in this form is not to be mended here, so it is written down. */
    refuse: (refused: readonly Problem[]): void => {
      const unknown = refused.filter(({ field }) => !fields.some(({ name }) => name === field));
      for (const { field } of unknown) report(new Error(`missing identity field: ${field}`));
      if (manner === "search" && refused.some(({ field }) => isOfAddress(field))) setManner("manual");
      setProblems(refused);
    },
    identity: (): IdentityInput => identityOf(fields, answers),
  };
};
export type IdentityFormState = ReturnType<typeof useIdentityForm>;
