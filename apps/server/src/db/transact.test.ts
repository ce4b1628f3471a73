import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Connections, type Database } from "./connections.ts";
import { statement, type Pipeline } from "./statements/statement.ts";
import { cloneDatabase } from "../../test/database/cloneDatabase.ts";
import { transact, transactPipelined } from "./transact.ts";

let connections: Connections;
let others: Connections;
let db: Database;
beforeAll(async () => {
  const { app, owner } = await cloneDatabase();
  // A single connection: a transaction that was left open would affect the next one.
  connections = new Connections({ ...app, max: 1 });
  others = new Connections({ ...owner, max: 1 });
  db = connections.acrossSellers();
});
afterAll(() => Promise.all([connections.close(), others.close()]));
beforeEach(() => statement(db, "delete from installation_note", []));

const insertNote = (pipeline: Pipeline, name: string) =>
  statement<{ name: string }>(pipeline, "insert into installation_note (name, value) values ($1, '') returning name", [
    name,
  ]);
/** The same with a different text, so that two unprepared statements can be in flight at once. */
const insertNoteAgain = (pipeline: Pipeline, name: string) =>
  statement(pipeline, "insert into installation_note (value, name) values ('', $1)", [name]);
/** Yet another text: the driver discards the prepared statement whose values it could not send. */
const insertNoteValue = (pipeline: Pipeline, value: unknown) =>
  statement(pipeline, "insert into installation_note (name, value) values ('b', $1)", [value]);
const readNotes = async () =>
  (await statement<{ name: string }>(db, "select name from installation_note order by name", [])).map(
    ({ name }) => name,
  );
const unserializable = {
  toJSON: () => {
    throw new Error("cannot be serialised");
  },
};

describe("a pipelined transaction", () => {
  test("commits its statements in order and returns their results", async () => {
    const seen: string[][] = [];
    const result = await transactPipelined(db, async (pipeline, commitWith) => {
      await insertNote(pipeline, "a");
      return commitWith(
        Promise.all([insertNote(pipeline, "b"), insertNoteAgain(pipeline, "c")]),
        () => void seen.push(["just before"]),
      );
    });
    expect(result).toEqual([[{ name: "b" }], []]);
    expect(seen).toEqual([["just before"]]);
    expect(await readNotes()).toEqual(["a", "b", "c"]);
  });

  test("commits at its end unless the work has done so", async () => {
    await transactPipelined(db, (pipeline) => insertNote(pipeline, "a"));
    expect(await readNotes()).toEqual(["a"]);
  });

  test("a pipelined transaction is rolled back by work that wrote nothing", async () => {
    const texts: string[] = [];
    await transactPipelined(db, async (pipeline, _, rollback) => {
      const say = pipeline.executeQuery.bind(pipeline);
      const recorded: Pipeline["executeQuery"] = (query) => {
        texts.push(query.sql);
        return say(query);
      };
      Object.assign(pipeline, { executeQuery: recorded });
      await insertNote(pipeline, "a");
      await rollback();
      // The next test uses the same connection.
      Reflect.deleteProperty(pipeline, "executeQuery");
    });
    expect(texts.at(-1)).toBe("rollback");
    expect(await readNotes()).toEqual([]);
  });

  test.each([
    [
      "a statement before the commit fails",
      (pipeline: Pipeline) => [insertNote(pipeline, "b"), insertNoteAgain(pipeline, "b")],
      "duplicate key",
    ],
    [
      "the first of them fails",
      (pipeline: Pipeline) => [insertNote(pipeline, "a"), insertNoteAgain(pipeline, "b")],
      "duplicate key",
    ],
    [
      "a value cannot be sent",
      (pipeline: Pipeline) => [insertNoteValue(pipeline, unserializable), insertNoteAgain(pipeline, "c")],
      "cannot be serialised",
    ],
  ])("rolls back when %s", async (_, say, reason) => {
    await expect(
      transactPipelined(db, async (pipeline, commitWith) => {
        await insertNote(pipeline, "a");
        return commitWith(Promise.all(say(pipeline)));
      }),
    ).rejects.toThrow(reason);
    expect(await readNotes()).toEqual([]);
  });

  test("rolls back when the work throws", async () => {
    const work = transactPipelined(db, async (pipeline) => {
      await insertNote(pipeline, "a");
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await readNotes()).toEqual([]);
  });

  test("a pipelined transaction is retried after a deadlock", async () => {
    let times = 0;
    await transactPipelined(db, async (pipeline, commitWith) => {
      await insertNote(pipeline, "a");
      times += 1;
      if (times < 3) await statement(pipeline, "do $$ begin raise sqlstate '40P01'; end $$", []);
      return commitWith(insertNote(pipeline, "b"));
    });
    expect([times, await readNotes()]).toEqual([3, ["a", "b"]]);
  });
});

test("a transaction is retried if its work learns only that an earlier statement failed", async () => {
  let times = 0;
  await transact({ db }, async ({ db }) => {
    times += 1;
    if (times < 3) statement(db, "do $$ begin raise sqlstate '40P01'; end $$", []).catch(() => undefined);
    await insertNote(db, "a");
  });
  expect([times, await readNotes()]).toEqual([3, ["a"]]);
});

describe("a connection that breaks", () => {
  const pid = async (pipeline: Pipeline) =>
    (await statement<{ pid: number }>(pipeline, "select pg_backend_pid() as pid", []))[0]?.pid;
  /** Terminates the connection while no statement is in flight, as a restart of the database does. */
  const cut = async (pipeline: Pipeline) => {
    await statement(others.acrossSellers(), "select pg_terminate_backend($1)", [await pid(pipeline)]);
    await sleep(50);
  };

  test.each([
    [
      "in a pipelined transaction",
      () =>
        transactPipelined(db, async (pipeline) => {
          await insertNote(pipeline, "a");
          await cut(pipeline);
          await insertNote(pipeline, "b");
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
  ])("%s rolls its work back, and the next transaction gets another one", async (_, work) => {
    await expect(work()).rejects.toThrow();
    expect(await readNotes()).toEqual([]);
    await transactPipelined(db, (pipeline) => insertNote(pipeline, "c"));
    expect(await readNotes()).toEqual(["c"]);
  });
});
