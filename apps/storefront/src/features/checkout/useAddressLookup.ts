import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { addressSearch, type AddressFound } from "@foyer/contract/address.ts";
import { addressOf, type FoundAddress } from "@foyer/rules/addressLookup.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { report } from "../../shared/reports.ts";
import { useText } from "../../shared/seller.tsx";
import { addressById, foundQuery, type Sought } from "./identity.queries.ts";
import { identityStrings } from "./identity.strings.ts";

const nothing: readonly AddressFound[] = [];

/** Said once the hand rests. */
const useRested = <T>(value: T, ms: number): T => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
};

export type AddressLookupEnds = {
  readonly country: string;
  readonly text: string;
  readonly onFound: (address: FoundAddress) => void;
  /** It did not work: the address is written by hand. */
  readonly onFailure: () => void;
};

/** Looks an address up as it is typed: suggestions, what is inside them, and the one that is chosen. */
export const useAddressLookup = ({ country, text, onFound, onFailure }: AddressLookupEnds) => {
  const t = useText(identityStrings);
  const announce = useAnnounce();
  const [opened, setOpened] = useState<{ readonly container: string; readonly text: string }>();
  const [isRetrieving, setRetrieving] = useState(false);
  const typed = text.trim();
  const rested = useRested(typed, addressSearch.debounce);
  const container = opened?.text === text ? opened.container : undefined;
  const sought: Sought = container === undefined ? { text: rested } : { container };
  const isLongEnough = typed.length >= addressSearch.min && rested.length >= addressSearch.min;
  const { data, error, isFetching } = useQuery({
    ...foundQuery(country, sought),
    enabled: container !== undefined || isLongEnough,
  });
  const found = (container !== undefined || isLongEnough) && data ? data : undefined;

  const fail = (reason: unknown): void => {
    report(reason);
    announce(t("address.failed"));
    onFailure();
  };
  const failToFind = useEffectEvent(fail);
  useEffect(() => {
    if (error) failToFind(error);
  }, [error]);
  const count = found?.length;
  const say = useEffectEvent((many: number) =>
    announce(many === 0 ? t("address.none") : t("address.found", { count: many })),
  );
  useEffect(() => {
    if (count !== undefined) say(count);
  }, [count, found]);

  const choose = (id: string): void => {
    const chosen = found?.find((one) => one.Id === id);
    if (!chosen) return;
    if (chosen.Type === "Container") return setOpened({ container: chosen.Id, text });
    setRetrieving(true);
    addressById(country, chosen.Id)
      .then((item) => {
        if (!item) throw new Error("an address that was suggested is not there");
        onFound(addressOf(item));
      })
      .catch(fail)
      .finally(() => setRetrieving(false));
  };

  return {
    options: found ?? nothing,
    isEmpty: found?.length === 0,
    isBusy: isFetching || isRetrieving,
    choose,
  };
};
