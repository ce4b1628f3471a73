import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { addressSearch, type AddressSuggestion } from "@foyer/contract/shop/forms/address.ts";
import { addressFromLookup, type FoundAddress } from "@foyer/rules/forms/addressLookup.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { reportError } from "../errors/reportError.ts";
import { useText } from "../seller/seller.tsx";
import { fetchAddress, addressSearchQuery, type AddressSearch } from "./identity.queries.ts";
import { identityStrings } from "./identity.strings.ts";

const noAddresses: readonly AddressSuggestion[] = [];

/** The value, once it has not changed for a while. */
const useDebounced = <T>(value: T, ms: number): T => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
};

export type AddressLookupOptions = {
  readonly country: string;
  readonly text: string;
  readonly onFound: (address: FoundAddress) => void;
  /** Called after a failure, to switch to manual entry. */
  readonly onFailure: () => void;
};

/**
 * Looks up an address as it is typed: suggestions, the contents of a container such as a street, and the chosen address.
 */
export const useAddressLookup = ({ country, text, onFound, onFailure }: AddressLookupOptions) => {
  const t = useText(identityStrings);
  const announce = useAnnounce();
  const [openContainer, setOpenContainer] = useState<{ readonly container: string; readonly text: string }>();
  const [isRetrieving, setRetrieving] = useState(false);
  const typed = text.trim();
  const debounced = useDebounced(typed, addressSearch.debounce_ms);
  const container = openContainer?.text === text ? openContainer.container : undefined;
  const search: AddressSearch = container === undefined ? { text: debounced } : { container };
  const isLongEnough = typed.length >= addressSearch.min && debounced.length >= addressSearch.min;
  const { data, error, isFetching } = useQuery({
    ...addressSearchQuery(country, search),
    enabled: container !== undefined || isLongEnough,
  });
  const found = (container !== undefined || isLongEnough) && data ? data : undefined;

  const fail = (reason: unknown): void => {
    reportError(reason);
    onFailure();
  };
  const onSearchError = useEffectEvent(fail);
  useEffect(() => {
    if (error) onSearchError(error);
  }, [error]);
  const count = found?.length;
  const announceCount = useEffectEvent((total: number) =>
    announce(total === 0 ? t("address.none") : t("address.found", { count: total })),
  );
  useEffect(() => {
    if (count !== undefined) announceCount(count);
  }, [count, found]);

  const choose = (id: string): void => {
    const chosen = found?.find((one) => one.Id === id);
    if (!chosen) return;
    if (chosen.Type === "Container") return setOpenContainer({ container: chosen.Id, text });
    setRetrieving(true);
    fetchAddress(country, chosen.Id)
      .then((item) => {
        if (!item) throw new Error("a suggested address was not found");
        onFound(addressFromLookup(item));
      })
      .catch(fail)
      .finally(() => setRetrieving(false));
  };

  return {
    options: found ?? noAddresses,
    isEmpty: found?.length === 0,
    isBusy: isFetching || isRetrieving,
    choose,
  };
};
