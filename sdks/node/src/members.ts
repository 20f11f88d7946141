import { decimalOf, microsOfDigits } from "./amounts.js";
import { type Json, JsonNumber } from "./json.js";

/** The data doesn't have the documented shape. Internal: callers translate this error. */
export class ShapeError extends Error {}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads the members of a JSON object with their documented types. Anything else is a `ShapeError`. */
export class Members {
  readonly #members: { [name: string]: Json };

  constructor(json: Json | undefined) {
    if (typeof json !== "object" || json === null || Array.isArray(json) || json instanceof JsonNumber) {
      throw new ShapeError("a JSON object is missing");
    }
    this.#members = json;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  /** The items of a list of objects. */
  objects(name: string): Members[] {
    return this.#list(name).map((item) => new Members(item));
  }

  texts(name: string): string[] {
    return this.#list(name).map((item) => (typeof item === "string" ? item : wrong(name)));
  }

  object(name: string): Members {
    return new Members(this.#get(name));
  }

  objectOrNull(name: string): Members | null {
    return this.#get(name) === null ? null : this.object(name);
  }

  text(name: string): string {
    const value = this.#get(name);
    return typeof value === "string" ? value : wrong(name);
  }

  textOrNull(name: string): string | null {
    return this.#get(name) === null ? null : this.text(name);
  }

  flag(name: string): boolean {
    const value = this.#get(name);
    return typeof value === "boolean" ? value : wrong(name);
  }

  integer(name: string): number {
    const value = this.#get(name);
    const number = value instanceof JsonNumber ? Number(value.digits) : Number.NaN;
    return Number.isSafeInteger(number) ? number : wrong(name);
  }

  integerOrNull(name: string): number | null {
    return this.#get(name) === null ? null : this.integer(name);
  }

  momentOrNull(name: string): Date | null {
    return this.#get(name) === null ? null : this.moment(name);
  }

  moment(name: string): Date {
    const text = this.text(name);
    const moment = new Date(text);
    return MOMENT.test(text) && !Number.isNaN(moment.getTime()) ? moment : wrong(name);
  }

  amount(name: string): { usdt: string; micros: bigint } {
    const value = this.#get(name);
    const micros = value instanceof JsonNumber ? microsOfDigits(value.digits) : null;
    return micros === null ? wrong(name) : { usdt: decimalOf(micros), micros };
  }

  amountOrNull(name: string): { usdt: string; micros: bigint } | null {
    return this.#get(name) === null ? null : this.amount(name);
  }

  textsOrNull(name: string): Record<string, string> | null {
    if (this.#get(name) === null) return null;
    const pairs = this.object(name);
    return Object.fromEntries(Object.keys(pairs.#members).map((key) => [key, pairs.text(key)]));
  }

  #list(name: string): Json[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value : wrong(name);
  }

  /** A missing member reads as null, which only few of the methods above accept. */
  #get(name: string): Json {
    return this.has(name) ? (this.#members[name] ?? null) : null;
  }
}

function wrong(name: string): never {
  throw new ShapeError(`${name} is missing or has the wrong type`);
}
