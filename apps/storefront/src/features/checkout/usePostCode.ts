import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { applyCode } from "@foyer/contract/codes.ts";
import { codeOfPostCode } from "@foyer/rules/zipCodes.ts";
import { call } from "../../api/call.ts";
import { useSeller } from "../../shared/seller.tsx";
import { oneByOne, useKeep } from "../cart/cart.changes.ts";

/**
 * Asks what a buyer's post code takes off, where it could be anything at all, each one once. That nothing came of it is
 * nobody's trouble: the server asks again when the buyer is kept.
 */
export const usePostCode = ({ id: cart_id }: Pick<Cart, "id">, own: boolean) => {
  const { zip_codes } = useSeller().configuration;
  const keep = useKeep();
  const asked = useRef("");
  const { mutate } = useMutation({
    scope: oneByOne,
    mutationFn: (code: string) => call(applyCode, { cart_id, code, ignore_errors: true }),
    onSuccess: keep,
  });
  return (post_code: string): void => {
    if (!own || post_code === asked.current || codeOfPostCode(post_code, zip_codes) === undefined) return;
    asked.current = post_code;
    mutate(post_code);
  };
};
