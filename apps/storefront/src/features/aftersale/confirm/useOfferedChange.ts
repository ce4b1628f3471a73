import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OrderData } from "../OpenedOrder.tsx";
import { acceptChange, orderActionsQuery } from "../aftersale.queries.ts";

type OfferedChange = { readonly isAccepting: boolean; readonly cart_id: string | null };

/**
 * Accepts the change that the venue has prepared for this order, if the visitor has no open change. If that is refused, the
 * page continues without a change and says that there is none.
 */
export const useOfferedChange = ({ access, actions }: OrderData): OfferedChange => {
  const client = useQueryClient();
  const [isOffered] = useState(actions.change_cart_id === null && actions.is_change_offered);
  const { mutate, data, isIdle, isPending } = useMutation({
    mutationFn: () => acceptChange(access),
    onSuccess: ({ change_cart_id }) => {
      const { queryKey } = orderActionsQuery(access);
      client.setQueryData(queryKey, (known) => known && { ...known, change_cart_id, is_change_offered: false });
    },
  });
  useEffect(() => {
    if (isOffered) mutate();
  }, [isOffered, mutate]);
  return { isAccepting: isOffered && (isIdle || isPending), cart_id: data?.change_cart_id ?? null };
};
