// Loaded into every process of the service before its own code: writes each connection that it opens and each name that
// it looks up into the file CONNECTIONS, one JSON a line, and refuses those that would leave this machine.
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const file = process.env.CONNECTIONS;
const HERE = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|localhost)$/;

function note(how, to) {
  const stack = (new Error().stack ?? "").split("\n").slice(3, 12).join("\n");
  appendFileSync(file, `${JSON.stringify({ how, to, stack })}\n`);
}

const refusal = (to) => Object.assign(new Error(`a test refuses ${to}`), { code: "ECONNREFUSED" });

// of TLS, HTTP, HTTP/2 and fetch too: all of them open such a socket
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  // node's own callers pass their arguments as one list
  const [options, host] = Array.isArray(given[0]) ? given[0] : given;
  const { path, port, host: name } = toOptions(options, host);
  const to = path ?? `${name ?? "localhost"}:${port}`;
  note("connect", to);
  if (path !== undefined || HERE.test(name ?? "localhost")) return connect.apply(this, given);
  process.nextTick(() => this.destroy(refusal(to)));
  return this;
};

function toOptions(options, host) {
  if (typeof options === "object" && options !== null) return options;
  if (typeof options === "string" && !/^\d+$/.test(options)) return { path: options };
  return { port: options, host: typeof host === "string" ? host : undefined };
}

for (const method of ["send", "connect"]) {
  const own = dgram.Socket.prototype[method];
  dgram.Socket.prototype[method] = function (...given) {
    note(`datagram ${method}`, given.filter((one) => ["string", "number"].includes(typeof one)).join(":"));
    return own.apply(this, given);
  };
}

for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const method of Object.getOwnPropertyNames(target).filter((name) => /^(?:lookup|resolve|reverse)/.test(name))) {
    const own = target[method];
    target[method] = function (name, ...rest) {
      // an address isn't asked for anywhere, and this machine's own name is followed by the connection
      const isLocal = HERE.test(String(name)) || net.isIP(String(name)) !== 0;
      if (method === "lookup" && isLocal) return own.call(this, name, ...rest);
      note(method, String(name));
      const answer = rest.at(-1);
      if (typeof answer !== "function") return Promise.reject(refusal(name));
      process.nextTick(answer, refusal(name));
    };
  }
}
syncBuiltinESMExports();

// who called, which the queue of a connection doesn't tell
const ownFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  note("fetch", new URL(input?.url ?? input).host);
  return ownFetch(input, init);
};
