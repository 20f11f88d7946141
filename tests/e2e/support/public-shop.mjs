// Loaded into the service under test before itself: gives the internet one public shop. The name `shop.test` has a
// public address, which the service checks as any other, and the way there ends at the port of this machine that the
// test listens at.
import dns from "node:dns/promises";
import tls from "node:tls";

const HOST = "shop.test";
const PUBLIC_ADDRESS = "93.184.215.14";
const port = Number(process.env.PUBLIC_SHOP_PORT);

const { resolve4, resolve6 } = dns.Resolver.prototype;
dns.Resolver.prototype.resolve4 = function (host) {
  return host === HOST ? Promise.resolve([PUBLIC_ADDRESS]) : resolve4.call(this, host);
};
dns.Resolver.prototype.resolve6 = function (host) {
  return host === HOST ? Promise.resolve([]) : resolve6.call(this, host);
};

const connect = tls.connect;
tls.connect = (route) => {
  if (route.host !== HOST) return connect(route);
  const lookup = (host, options, callback) =>
    route.lookup(host, options, (error, addresses) =>
      callback(error, error ? [] : addresses.map(() => ({ address: "127.0.0.1", family: 4 }))),
    );
  return connect({ ...route, port, lookup });
};
