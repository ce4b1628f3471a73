import type { SavedView } from "@foyer/contract/office/orders/savedViews.ts";
import type { TestResponse } from "../app/testApp.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** A saved view as somebody's screen shows it; undefined if it does not. */
export const viewOf = async (who: OfficeBrowser, id: string, screen = "orders"): Promise<SavedView | undefined> => {
  const { body } = await who.get(`/saved_views?screen=${screen}`);
  return (body.views as SavedView[] | undefined)?.find((view) => view.id === id);
};

const versionOf = async (who: OfficeBrowser, id: string, screen?: string): Promise<string> =>
  (await viewOf(who, id, screen))?.version ?? "not shown";

export const renameShownView = async (who: OfficeBrowser, id: string, name: string): Promise<TestResponse> =>
  who.post(`/saved_views/${id}/rename`, { version: await versionOf(who, id), name });

export const deleteShownView = async (who: OfficeBrowser, id: string, screen?: string): Promise<TestResponse> =>
  who.post(`/saved_views/${id}/delete`, { version: await versionOf(who, id, screen) });
