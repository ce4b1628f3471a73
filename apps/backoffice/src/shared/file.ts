import type { StaffEndpoint, StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { responseOf, withAsking } from "./call.ts";

/** How far a file is that is worked out without its reader. */
export type FileWaiting = { readonly steps: number; readonly steps_done: number };

/** Downloads a file where it is there, or says how far it is. */
export const downloadFile = async <E extends StaffEndpoint>(
  endpoint: E,
  sent: StaffSent<E>,
  slug: string,
): Promise<FileWaiting | "downloaded"> => {
  const response = await withAsking(() => responseOf(endpoint, sent, { slug, key: "" }));
  if (response.status === 202) return ((await response.json()) as { readonly waiting: FileWaiting }).waiting;
  const [, name = "download"] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return "downloaded";
};
