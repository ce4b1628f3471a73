import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Connections, type Database } from "./connections.ts";
import { statement, type Pipeline } from "./statement.ts";
import { cloneDatabase } from "../../test/database/cloneDatabase.ts";
import { transact, transactPipelined } from "./transact.ts";

let connections: Connections;
let others: Connections;
let db: Database;
beforeAll(async () => {
  const { app, owner } = await cloneDatabase();
  // One connection: what the last transaction left behind on it would meet the next.
  connections = new Connections({ ...app, max: 1 });
  others = new Connections({ ...owner, max: 1 });
  db = connections.acrossSellers();
});
afterAll(() => Promise.all([connections.close(), others.close()]));
beforeEach(() => statement(db, "delete from house_note", []));

const insertNote = (pipeline: Pipeline, name: string) =>
  statement<{ name: string }>(pipeline, "insert into house_note (name, value) values ($1, '') returning name", [name]);
/** The same under a text of its own, so that two can be on the wire at once before either is known. */
const insertNoteAgain = (pipeline: Pipeline, name: string) =>
  statement(pipeline, "insert into house_note (value, name) values ('', $1)", [name]);
/** A text of its own once more: the driver forgets the plan of one whose values it could not send. */
const insertNoteValue = (pipeline: Pipeline, value: unknown) =>
  statement(pipeline, "insert into house_note (name, value) values ('b', $1)", [value]);
const readNotes = async () =>
  (await statement<{ name: string }>(db, "select name from house_note order by name", [])).map(({ name }) => name);
const unserializable = {
  toJSON: () => {
    throw new Error("cannot be written down");
  },
};

describe("a transaction on one wire", () => {
  test("keeps what was said, in its order, and answers", async () => {
    const seen: string[][] = [];
    const said = await transactPipelined(db, async (wire, commitBehind) => {
      await insertNote(wire, "a");
      return commitBehind(
        Promise.all([insertNote(wire, "b"), insertNoteAgain(wire, "c")]),
        () => void seen.push(["just before"]),
      );
    });
    expect(said).toEqual([[{ name: "b" }], []]);
    expect(seen).toEqual([["just before"]]);
    expect(await readNotes()).toEqual(["a", "b", "c"]);
  });

  test("is committed at its end when nobody did it before", async () => {
    await transactPipelined(db, (wire) => insertNote(wire, "a"));
    expect(await readNotes()).toEqual(["a"]);
  });

  test("that wrote nothing is let go of, and says no commit", async () => {
    const texts: string[] = [];
    await transactPipelined(db, async (wire, _, letGo) => {
      const say = wire.executeQuery.bind(wire);
      const heard: Pipeline["executeQuery"] = (query) => {
        texts.push(query.sql);
        return say(query);
      };
      Object.assign(wire, { executeQuery: heard });
      await insertNote(wire, "a");
      await letGo();
      // The connection is the next one's.
      Reflect.deleteProperty(wire, "executeQuery");
    });
    expect(texts.at(-1)).toBe("rollback");
    expect(await readNotes()).toEqual([]);
  });

  test.each([
    [
      "a statement fails and the commit is behind it",
      (wire: Pipeline) => [insertNote(wire, "b"), insertNoteAgain(wire, "b")],
      "duplicate key",
    ],
    [
      "the first of them fails",
      (wire: Pipeline) => [insertNote(wire, "a"), insertNoteAgain(wire, "b")],
      "duplicate key",
    ],
    [
      "a value cannot even be sent",
      (wire: Pipeline) => [insertNoteValue(wire, unserializable), insertNoteAgain(wire, "c")],
      "cannot be written",
    ],
  ])("takes everything back when %s", async (_, say, reason) => {
    await expect(
      transactPipelined(db, async (wire, commitBehind) => {
        await insertNote(wire, "a");
        return commitBehind(Promise.all(say(wire)));
      }),
    ).rejects.toThrow(reason);
    expect(await readNotes()).toEqual([]);
  });

  test("takes everything back when the work changes its mind", async () => {
    const work = transactPipelined(db, async (wire) => {
      await insertNote(wire, "a");
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await readNotes()).toEqual([]);
  });

  test("begins again after a deadlock", async () => {
    let times = 0;
    await transactPipelined(db, async (wire, commitBehind) => {
      await insertNote(wire, "a");
      times += 1;
      if (times < 3) await statement(wire, "do $$ begin raise sqlstate '40P01'; end $$", []);
      return commitBehind(insertNote(wire, "b"));
    });
    expect([times, await readNotes()]).toEqual([3, ["a", "b"]]);
  });
});

describe("a connection that is cut", () => {
  const pid = async (wire: Pipeline) =>
    (await statement<{ pid: number }>(wire, "select pg_backend_pid() as pid", []))[0]?.pid;
  /** Cut by the server while nobody waits for an answer of it: as a database does that is started anew. */
  const cut = async (wire: Pipeline) => {
    await statement(others.acrossSellers(), "select pg_terminate_backend($1)", [await pid(wire)]);
    await sleep(50);
  };

  test.each([
    [
      "on a wire",
      () =>
        transactPipelined(db, async (wire) => {
          await insertNote(wire, "a");
          await cut(wire);
          await insertNote(wire, "b");
        }),
    ],
    [
      "in a transaction",
      () =>
        transact({ db }, async ({ db }) => {
          await insertNote(db, "a");
          await cut(db);
          await insertNote(db, "b");
        }),
    ],
  ])("%s between two statements takes the work back, and the house goes on with another", async (_, work) => {
    await expect(work()).rejects.toThrow();
    expect(await readNotes()).toEqual([]);
    await transactPipelined(db, (wire) => insertNote(wire, "c"));
    expect(await readNotes()).toEqual(["c"]);
  });
});
