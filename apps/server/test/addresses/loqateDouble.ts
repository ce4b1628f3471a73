import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const loqateKey = "AA11-BB22-CC33-DD44";

/** Replies as Loqate's public documentation describes, or with failures. */
export type LoqateDouble = {
  readonly baseUrl: string;
  /** Its requests, newest last. */
  readonly requests: URL[];
  /** Its behaviour from now on. */
  mode: "well" | "off" | "slow" | "garbage" | "html" | "error";
  close(): Promise<void>;
};

const addressItem = {
  Id: "GB|RM|A|1",
  Type: "Address",
  Text: "1 Kelp Street",
  Highlight: "0-1",
  Description: "Harbourtown, HT1 1AA",
};
const streetItem = {
  Id: "GB|RM|ENG|KELP",
  Type: "Street",
  Text: "<b>Kelp</b> Street",
  Highlight: "0-4",
  Description: "Harbourtown - 2 Addresses",
};
const retrievedAddress = {
  Id: addressItem.Id,
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
/** Loqate sends errors as HTTP 200 with one item. */
const errorItem = {
  Error: "2",
  Description: "Unknown key",
  Cause: `The key you are using to access the service was not found: ${loqateKey}`,
  Resolution: "Please check that the key is correct.",
};

const itemsFor = (url: URL): readonly object[] => {
  if (url.searchParams.get("Key") !== loqateKey) return [errorItem];
  if (url.pathname.includes("/Retrieve/"))
    return url.searchParams.get("Id") === addressItem.Id ? [retrievedAddress] : [];
  if (url.searchParams.get("Container") === streetItem.Id)
    return [addressItem, { ...addressItem, Id: "GB|RM|A|2", Text: "2 Kelp Street" }];
  return url.searchParams.get("Text")?.toLowerCase().startsWith("kelp") ? [streetItem] : [];
};

export const openLoqateDouble = async (): Promise<LoqateDouble> => {
  const requests: URL[] = [];
  const double = { mode: "well" as LoqateDouble["mode"] };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://loqate.test");
    requests.push(url);
    const isKnownCall = /^\/Capture\/Interactive\/(?:Find\/v1\.\d+|Retrieve\/v1\.\d+)\/json6\.ws$/.test(url.pathname);
    const send = (status: number, body: string): void => {
      response.writeHead(status, { "content-type": "application/json;charset=utf-8" }).end(body);
    };
    switch (double.mode) {
      case "off":
        return void response.destroy();
      case "slow":
        return;
      case "garbage":
        return send(200, '{"Items":"many"}');
      case "html":
        return send(503, "<html>Service Unavailable</html>");
      case "error":
        return send(200, JSON.stringify({ Items: [errorItem] }));
      case "well":
        return send(isKnownCall ? 200 : 404, JSON.stringify({ Items: isKnownCall ? itemsFor(url) : [] }));
    }
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
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
