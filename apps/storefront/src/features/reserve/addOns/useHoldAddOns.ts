import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import type { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { paths } from "../../../shared/url/paths.ts";
import { buildReserveRequest } from "../submit/buildReserveRequest.ts";
import { codeRefusalText, isCodeRefusal, requiresCode } from "../submit/refusals.ts";
import { useDeferredText } from "../text/useDeferredText.ts";
import { holdAddOns, type AddOnRequest, type RefusedAddOn } from "./holdAddOns.ts";
import type { useAddOns } from "./useAddOns.ts";

export type NamedRefusal = RefusedAddOn & { readonly name: string };
type Taken = ReturnType<typeof useAddOns>["taken"];

const requestsOf = (taken: Taken, currency: string): readonly AddOnRequest[] =>
  taken.flatMap(
    ({ offer, session, tickets }) =>
      buildReserveRequest({
        event_template_id: offer.event.id,
        currency,
        reserve: { session, choices: tickets.choices, prices: {} },
      }).add ?? [],
  );

/** Whether a code is missing, or the entered one is refused. */
const isAboutCode = ({ error }: RefusedAddOn, code: string | undefined): boolean =>
  requiresCode(error) || (code !== undefined && isCodeRefusal(error));

/** Holds the chosen add-ons, asks for a code that they require, and goes to the checkout unless something was refused. */
export const useHoldAddOns = (taken: Taken, keepOnly: ReturnType<typeof useAddOns>["keepOnly"]) => {
  const client = useQueryClient();
  const { slug, default_currency_code: currency, strings: own } = useSeller();
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const reserve = useDeferredText();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly NamedRefusal[]>([]);
  const [needed, setNeeded] = useState<Refused>();
  const [codeProblem, setCodeProblem] = useState<string>();
  /** The add-ons that wait for a code, and those that were refused for another reason. */
  const waiting = useRef<readonly NamedRefusal[]>([]);
  const others = useRef<readonly NamedRefusal[]>([]);

  const nameOf = (id: string) => taken.find(({ offer }) => offer.event.id === id)?.offer.event.name ?? "";

  const hold = async (asked: Taken, code?: string): Promise<void> => {
    setBusy(true);
    try {
      const shop = { client, slug, ...(code !== undefined && { code }) };
      const found = (await holdAddOns(shop, requestsOf(asked, currency))).map((one) => ({
        ...one,
        name: nameOf(one.event_template_id),
      }));
      const before = waiting.current;
      const refusals = found.filter((one) => isAboutCode(one, code));
      // What an entered code is refused for says nothing about the add-on itself.
      waiting.current = refusals.map(
        (one) => before.find(({ event_template_id }) => event_template_id === one.event_template_id) ?? one,
      );
      others.current = [...others.current, ...found.filter((one) => !isAboutCode(one, code))];
      keepOnly([...waiting.current, ...others.current].map(({ event_template_id }) => event_template_id));
      showOutcome(
        code !== undefined && found.length === asked.length ? { code, error: refusals[0]?.error } : undefined,
      );
      if (found.length > 0) await client.invalidateQueries({ queryKey: ["listing"] });
    } finally {
      setBusy(false);
    }
  };
  /** `tried`: the code that was good for none of the add-ons. */
  const showOutcome = (tried: { readonly code: string; readonly error: Refused | undefined } | undefined) => {
    const [first] = waiting.current;
    if (first) {
      setCodeProblem(tried?.error && codeRefusalText(tried.error, tried.code, { t: reserve, own }));
      return setNeeded(first.error);
    }
    setNeeded(undefined);
    setRefused(others.current);
    if (others.current.length > 0) return;
    announce(reserve("reserve.done"));
    navigate(paths.checkout());
  };
  return {
    hold: async (): Promise<void> => {
      if (taken.length === 0) return navigate(paths.checkout());
      setRefused([]);
      others.current = [];
      waiting.current = [];
      await hold(taken);
    },
    isBusy,
    refused,
    /** The refusal that asks for a code. */
    needed,
    codeProblem,
    submitCode: (code: string): void => {
      const ids = new Set(waiting.current.map(({ event_template_id }) => event_template_id));
      setCodeProblem(undefined);
      hold(
        taken.filter(({ offer }) => ids.has(offer.event.id)),
        code,
      ).catch(() => setCodeProblem(failureText(shared)));
    },
    dismiss: (): void => {
      setNeeded(undefined);
      setRefused([...waiting.current, ...others.current]);
    },
  };
};
export type HeldAddOns = ReturnType<typeof useHoldAddOns>;
