import type { StaffEndpoint, StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { responseOf, withAsking } from "./call.ts";

/** The progress of a file that is computed in the background. */
export type FileWaiting = { readonly steps: number; readonly steps_done: number };

/** Downloads a file if it is ready; otherwise returns its progress. */
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
  // By then, the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return "downloaded";
};
