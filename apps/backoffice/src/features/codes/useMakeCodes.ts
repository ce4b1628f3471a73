import { useState } from "react";
import { makeCode, makeCodes, maxCodesAtOnce, type CodeGroupSummary } from "@foyer/contract/office/catalogue/codes.ts";
import { count } from "../../shared/format/format.ts";
import { callOffice, CallError } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshCodes } from "./codeQueries.ts";

const nothing = {
  code: "",
  prefix: "",
  length: "8",
  quantity: "100",
  max_uses: "1",
  first_day: "",
  last_day: "",
  reason: "",
};

/** The refusal, with how to fix it if the server says so. */
const describe = ({ extra, message, code }: CallError): string => {
  if (code === "duplicate_code")
    return extra.is_gift === true ? "This code already exists, as a gift." : "This code already exists.";
  return typeof extra.length === "number"
    ? `These codes are too easy to guess. Use at least ${extra.length} random characters.`
    : message;
};

const isCount = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

/** The form that makes codes: its fields, and the action that sends it. */
export const useMakeCodes = (slug: string, groups: readonly CodeGroupSummary[], onMade: () => void) => {
  const [kind, setKind] = useState<"one" | "many">("one");
  const [group, setGroup] = useState(groups[0]?.id ?? "");
  const [typed, setTyped] = useState(nothing);
  const [existing, setExisting] = useState<string>();
  const toast = useToast();
  const { code, prefix, length, quantity, max_uses, first_day, last_day, reason } = typed;
  const isReady =
    (max_uses === "" || isCount(max_uses)) &&
    (kind === "one"
      ? code.trim().length >= 2
      : isCount(length) && isCount(quantity) && Number(quantity) <= maxCodesAtOnce && reason.trim() !== "");
  const make = useAction(async () => {
    const limits = {
      code_group_id: group,
      max_uses: max_uses === "" ? null : Number(max_uses),
      ...(first_day !== "" && { first_day }),
      ...(last_day !== "" && { last_day }),
    };
    setExisting(undefined);
    if (kind === "one")
      await callOffice(makeCode, { ...limits, code: code.trim() }, slug).catch((error: unknown) => {
        const { code_id } = error instanceof CallError ? error.extra : {};
        if (typeof code_id === "string") setExisting(code_id);
        throw error;
      });
    else {
      const pattern = { prefix: prefix.trim(), length: Number(length), quantity: Number(quantity) };
      await callOffice(makeCodes, { ...limits, ...pattern, reason: reason.trim() }, slug);
    }
    toast({
      text:
        kind === "one"
          ? `Code created: ${code.trim()}.`
          : `${count(Number(quantity), "code is", "codes are")} being made.`,
    });
    await refreshCodes(slug);
    onMade();
  }, describe);
  const type = (key: keyof typeof nothing, value: string): void => setTyped((old) => ({ ...old, [key]: value }));
  return { kind, setKind, group, setGroup, typed, type, isReady, make, existing };
};
