/** `d` is any digit. */
const STATUS = "HTTP/1.d 1dd";
const SWITCHING = /101$/;
const END = "\r\n\r\n";

/**
 * Takes interim responses (1xx) out of the bytes of a connection. A server may send them unasked (RFC 9110, 15.2), and
 * old ones and some proxies begin with `100 Continue`, at which undici ends the connection. A 101 stays, since no one
 * wants another protocol.
 */
export class InterimResponses {
  private start = "";
  /** of the end of an interim response's head */
  private matched = 0;
  private state: "status" | "interim" | "final" = "status";

  /** The next bytes are the beginning of a response. */
  restart(): void {
    this.start = "";
    this.matched = 0;
    this.state = "status";
  }

  /** The chunk without what belongs to interim responses. Bytes that may begin one are held until that is known. */
  remove(chunk: Buffer): Buffer {
    let at = 0;
    for (; at < chunk.length && this.state !== "final"; at++) {
      const character = String.fromCharCode(chunk[at] ?? 0);
      if (this.state === "interim") this.skip(character);
      else this.addToStatus(character);
    }
    if (this.state !== "final") return chunk.subarray(at);
    const held = this.start;
    this.start = "";
    return held.length === at ? chunk : Buffer.concat([Buffer.from(held, "latin1"), chunk.subarray(at)]);
  }

  private skip(character: string): void {
    this.matched = character === END[this.matched] ? this.matched + 1 : Number(character === END[0]);
    if (this.matched === END.length) this.restart();
  }

  private addToStatus(character: string): void {
    const expected = STATUS[this.start.length];
    this.start += character;
    if (expected === "d" ? !/\d/.test(character) : character !== expected) this.state = "final";
    else if (this.start.length === STATUS.length) this.state = SWITCHING.test(this.start) ? "final" : "interim";
  }
}
