import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const loqateKey = "AA11-BB22-CC33-DD44";

/** Answers as Loqate's public interface describes it, and as badly as it can. */
export type LoqateDouble = {
  readonly base: string;
  /** What was asked, newest last. */
  readonly asked: URL[];
  /** How it behaves from now on. */
  mode: "well" | "off" | "slow" | "garbage" | "html" | "error";
  close(): Promise<void>;
};

const house = {
  Id: "GB|RM|A|1",
  Type: "Address",
  Text: "1 Kelp Street",
  Highlight: "0-1",
  Description: "Harbourtown, HT1 1AA",
};
const street = {
  Id: "GB|RM|ENG|KELP",
  Type: "Street",
  Text: "<b>Kelp</b> Street",
  Highlight: "0-4",
  Description: "Harbourtown - 2 Addresses",
};
const whole = {
  Id: house.Id,
  Line1: "1 Kelp Street",
  Line2: "",
  Line3: "",
  Line4: "",
  Line5: "",
  City: "Harbourtown",
  Province: "",
  PostalCode: "HT1 1AA",
  CountryIso2: "GB",
  CountryName: "United Kingdom",
  Type: "Residential",
};
/** Errors come as HTTP 200 with one item. */
const error = {
  Error: "2",
  Description: "Unknown key",
  Cause: `The key you are using to access the service was not found: ${loqateKey}`,
  Resolution: "Please check that the key is correct.",
};

const itemsFor = (url: URL): readonly object[] => {
  if (url.searchParams.get("Key") !== loqateKey) return [error];
  if (url.pathname.includes("/Retrieve/")) return url.searchParams.get("Id") === house.Id ? [whole] : [];
  if (url.searchParams.get("Container") === street.Id)
    return [house, { ...house, Id: "GB|RM|A|2", Text: "2 Kelp Street" }];
  return url.searchParams.get("Text")?.toLowerCase().startsWith("kelp") ? [street] : [];
};

export const openLoqateDouble = async (): Promise<LoqateDouble> => {
  const asked: URL[] = [];
  const double = { mode: "well" as LoqateDouble["mode"] };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://loqate.test");
    asked.push(url);
    const known = /^\/Capture\/Interactive\/(?:Find\/v1\.\d+|Retrieve\/v1\.\d+)\/json6\.ws$/.test(url.pathname);
    const say = (status: number, body: string): void => {
      response.writeHead(status, { "content-type": "application/json;charset=utf-8" }).end(body);
    };
    switch (double.mode) {
      case "off":
        return void response.destroy();
      case "slow":
        return;
      case "garbage":
        return say(200, '{"Items":"many"}');
      case "html":
        return say(503, "<html>Service Unavailable</html>");
      case "error":
        return say(200, JSON.stringify({ Items: [error] }));
      case "well":
        return say(known ? 200 : 404, JSON.stringify({ Items: known ? itemsFor(url) : [] }));
    }
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get mode() {
      return double.mode;
    },
    set mode(mode) {
      double.mode = mode;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
