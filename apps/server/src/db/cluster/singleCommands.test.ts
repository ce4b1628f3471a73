import { expect, test } from "vitest";
import { createdTable, singleCommands, unnamedCheck } from "./singleCommands.ts";

test.each([
  [
    "alter table a add column b int, add constraint c check (b in (1, 2))",
    ["alter table a add column b int", "alter table a add constraint c check (b in (1, 2))"],
  ],
  [
    "-- One, two.\nalter table a\n  add column b text default ',(', -- of, it\n  drop column \"c,d\"",
    ["alter table a add column b text default ',('", 'alter table a drop column "c,d"'],
  ],
  ["alter table only a add column b numeric(8, 2)", ["alter table only a add column b numeric(8, 2)"]],
  ["drop index a, b", ["drop index a", "drop index b"]],
  ["drop index if exists a", ["drop index if exists a"]],
  ["\n-- It's a comment.\ncreate table a (b int, c int)", ["create table a (b int, c int)"]],
  [
    "create function f() returns int language sql as $x$ select 1, 2 -- kept\n$x$",
    ["create function f() returns int language sql as $x$ select 1, 2 -- kept\n$x$"],
  ],
  ["update a set b = 'it''s -- no comment', c = 1", ["update a set b = 'it''s -- no comment', c = 1"]],
])("the commands of %j", (statement, commands) => {
  expect(singleCommands(statement)).toEqual(commands);
});

test.each([
  ["create table a (b int)", "a"],
  ["create table if not exists a (b int)", "a"],
  ["create unlogged table a as select 1", "a"],
  ["create index a on b (c)", undefined],
])("the table that is created by %j", (command, table) => {
  expect(createdTable(command)).toBe(table);
});

test.each([
  ["alter table a add column b int check (b > 0)", "alter table a add column b int ", "check (b > 0)"],
  [
    "alter table a add column b text default 'check (' not null check(b <> '')",
    "alter table a add column b text default 'check (' not null ",
    "check(b <> '')",
  ],
  [
    "alter table a add column b numeric(8, 2) check (b > 0)",
    "alter table a add column b numeric(8, 2) ",
    "check (b > 0)",
  ],
])("a check without a name is split where the name belongs: %j", (command, before, after) => {
  expect(unnamedCheck(command)).toEqual({ table: "a", before, after });
});

test.each([
  "alter table a add column b int",
  "alter table a add column b int constraint c check (b > 0)",
  "alter table a add column b bool default (1 > (select 2)) not null",
  "alter table a add constraint c check (b > 0)",
  "create table a (b int check (b > 0))",
])("no check without a name: %j", (command) => {
  expect(unnamedCheck(command)).toBeUndefined();
});
