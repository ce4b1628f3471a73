import { afterEach, describe, expect, test } from "vitest";
import { CallError } from "../../../shared/call.ts";
import type { ChapterReply } from "../catalogueQueries.ts";
import { DraftSaver, type DraftCalls } from "./draftSaver.ts";

type Fields = Readonly<Record<string, string>>;
type Stored = { readonly document: Fields; readonly version: number; readonly base_number: number };

const published: Fields = { name: "Visit", subtitle: "Daily", price: "20" };
const findings = { errors: [], doubts: [], checklist: [] };
const lost = () => new CallError(0, {});
const stale = () => new CallError(409, { _code: "stale_version" });

/** A server with a draft that others can save, too. Each call waits for what the test puts before it. */
const openServer = ({ revision = 3 } = {}) => {
  const sent: unknown[] = [];
  const before: { save?: () => Promise<void>; answer?: () => Promise<void>; read?: () => Promise<void> } = {};
  let draft: Stored | undefined;
  const store = (document: Fields): Stored =>
    (draft = { document, version: (draft?.version ?? 0) + 1, base_number: draft?.base_number ?? revision });
  const reply = () =>
    ({
      revision,
      published,
      draft: draft ? { ...draft, changed_by: "Bo" } : null,
      ...findings,
    }) as never as ChapterReply;
  const calls: DraftCalls = {
    save: async ({ document, ...of }) => {
      sent.push(of);
      await before.save?.();
      if (of.version !== (draft?.version ?? 0)) throw stale();
      const saved = store(document as Fields);
      await before.answer?.();
      return { draft: saved, ...findings };
    },
    read: async () => {
      await before.read?.();
      return reply();
    },
  };
  return { calls, sent, before, reply, store, stored: () => draft?.document };
};

const open = (server: ReturnType<typeof openServer>): DraftSaver => {
  const saver = new DraftSaver(server.reply(), server.calls);
  saver.open();
  opened.push(saver);
  return saver;
};
const opened: DraftSaver[] = [];
afterEach(() => {
  for (const saver of opened.splice(0)) saver.leave();
});
const typed = (saver: DraftSaver, fields: Fields): void =>
  saver.edit({ ...(saver.now().document as Fields), ...fields });

describe("what is typed", () => {
  test("while a colleague's draft is read is kept beside the colleague's fields", async () => {
    const server = openServer();
    const saver = open(server);
    server.store({ ...published, name: "Admission" });
    typed(saver, { subtitle: "Every" });
    server.before.read = async () => typed(saver, { subtitle: "Every day" });
    expect(await saver.saveAll()).toBe(true);
    expect(saver.now().document).toEqual({ ...published, name: "Admission", subtitle: "Every day" });
    expect(server.stored()).toEqual(saver.now().document);
  });

  test("while it is being saved is saved as well before the screen is left", async () => {
    const server = openServer();
    const saver = open(server);
    typed(saver, { subtitle: "With tea" });
    server.before.save = async () => {
      delete server.before.save;
      typed(saver, { subtitle: "With tea and cake" });
    };
    expect(await saver.saveAll()).toBe(true);
    expect(server.stored()).toEqual({ ...published, subtitle: "With tea and cake" });
  });

  test("is not saved while the server cannot be reached, and leaving is told so", async () => {
    const server = openServer();
    const saver = open(server);
    typed(saver, { subtitle: "With tea" });
    server.before.save = async () => {
      throw lost();
    };
    expect(await saver.saveAll()).toBe(false);
    expect(saver.now()).toMatchObject({ state: "failed", document: { subtitle: "With tea" } });
    delete server.before.save;
    expect(await saver.saveAll()).toBe(true);
    expect(saver.now().state).toBe("saved");
  });

  test("after a save whose answer was lost is no conflict with oneself", async () => {
    const server = openServer();
    const saver = open(server);
    typed(saver, { subtitle: "With tea" });
    server.before.answer = async () => {
      delete server.before.answer;
      throw lost();
    };
    expect(await saver.saveAll()).toBe(false);
    typed(saver, { subtitle: "With tea and cake" });
    expect(await saver.saveAll()).toBe(true);
    expect(saver.now().conflict).toBeUndefined();
    expect(server.stored()).toEqual({ ...published, subtitle: "With tea and cake" });
  });

  test("and undone leaves nothing to save", async () => {
    const server = openServer();
    const saver = open(server);
    typed(saver, { subtitle: "With tea" });
    expect(saver.now().state).toBe("waiting");
    typed(saver, { subtitle: "Daily" });
    expect(saver.now().state).toBe("saved");
    expect(await saver.saveAll()).toBe(true);
    expect(server.sent).toEqual([]);
  });
});

test("a field that a colleague changed too is asked about, and nothing is saved until somebody chooses", async () => {
  const server = openServer();
  const saver = open(server);
  server.store({ ...published, price: "22" });
  typed(saver, { price: "24", subtitle: "Every day" });
  expect(await saver.saveAll()).toBe(false);
  expect(saver.now()).toMatchObject({
    state: "conflict",
    conflict: { by: "Bo", conflicts: [{ path: "price", before: "20", theirs: "22", mine: "24" }] },
  });
  saver.choose({ price: "theirs" });
  expect(await saver.saveAll()).toBe(true);
  expect(server.stored()).toEqual({ ...published, price: "22", subtitle: "Every day" });
});

test("the first save names the revision that was read, and later ones the version of the draft", async () => {
  const server = openServer({ revision: 7 });
  const saver = open(server);
  typed(saver, { name: "Admission" });
  await saver.saveAll();
  typed(saver, { name: "Entry" });
  await saver.saveAll();
  expect(server.sent).toEqual([
    { version: 0, revision: 7 },
    { version: 1, revision: 7 },
  ]);
});
