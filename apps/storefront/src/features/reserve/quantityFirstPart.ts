import { use, type ComponentType } from "react";
import { loadChunk } from "../../shared/loadChunk.ts";
import type { ReserveFormProps } from "./ReserveForm.tsx";

type Part = { readonly QuantityFirstForm: ComponentType<ReserveFormProps> };
let part: Promise<Part> | undefined;

/** Loads the form once: on the server before the page is rendered, in the browser when it is needed. */
export const loadQuantityFirstForm = (): Promise<Part> => {
  if (part) return part;
  const loading: Promise<Part> = loadChunk(() => import("./QuantityFirstForm.tsx"));
  part = loading;
  loading.then(
    // React reads these two of a promise: a form that is there shows at once, without a turn of waiting.
    (value) => Object.assign(loading, { status: "fulfilled", value }),
    () => (part = undefined),
  );
  return loading;
};

export const useQuantityFirstForm = (): Part => use(loadQuantityFirstForm());
