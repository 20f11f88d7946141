import { expect, it } from "vitest";
import { driverAddress } from "@/lib/db/driver-address";

const URL_TCP = "postgres://till:p%40ss@db.example:6000/till?sslmode=verify-full";

it.each([
  [URL_TCP, { url: URL_TCP, path: undefined }],
  [
    "postgres://till:p%40ss@localhost:6000/till?host=/var/run/postgresql",
    { url: "postgres://till:p%40ss@localhost:6000/till", path: "/var/run/postgresql/.s.PGSQL.6000" },
  ],
  [
    "postgres://till@a.example:5432,b.example:5433/till?target_session_attrs=primary",
    { url: "postgres://till@a.example:5432,b.example:5433/till?target_session_attrs=primary", path: undefined },
  ],
  [
    "postgres://till@localhost/till?host=%2Fa%20b&connect_timeout=5",
    { url: "postgres://till@localhost/till?connect_timeout=5", path: "/a b/.s.PGSQL.5432" },
  ],
  [
    "postgres://till@a.example/till?host=b.example",
    { url: "postgres://till@a.example/till?host=b.example", path: undefined },
  ],
])("%s", (url, expected) => {
  expect(driverAddress(url)).toEqual(expected);
});
