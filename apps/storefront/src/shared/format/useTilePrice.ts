import { useMemo } from "react";
import { useShortMoney, useText } from "../seller/seller.tsx";
import { tileStrings } from "../text/tile.strings.ts";

/** '$12' with its prefix, or 'Free'. */
export const useTilePrice = (): ((amount: string, prefix?: string) => string) => {
  const money = useShortMoney();
  const t = useText(tileStrings);
  return useMemo(
    () =>
      (amount, prefix = "") => {
        const price = Number(amount) === 0 ? t("reserve.free") : money(amount);
        return prefix === "" ? price : t("reserve.price", { prefix, price });
      },
    [money, t],
  );
};
