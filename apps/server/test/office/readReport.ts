import { setTimeout as sleep } from "node:timers/promises";
import type { TestResponse } from "../app/testApp.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** Reads a report as it is now, even if that takes longer than its reader waits. */
export const readReportNow = async (who: OfficeBrowser, path: string): Promise<TestResponse> => {
  let reply = await who.get(`${path}&anew=true`);
  while (reply.body.waiting !== undefined) {
    await sleep(100);
    reply = await who.get(path);
  }
  const { worked_out_at: _, ...body } = reply.body;
  return { ...reply, body };
};

/** Downloads the file of a report, even if it takes so long that it is computed in the background. */
export const readFileNow = async (who: OfficeBrowser, path: string): Promise<TestResponse> => {
  let reply = await who.get(path);
  while (reply.status === 202) {
    await sleep(100);
    reply = await who.get(path);
  }
  return reply;
};
