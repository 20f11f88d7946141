import { describe, expect, test } from "vitest";
import { addressAllowed, checkWebhookUrl, isInternalName, resolvedAddressAllowed } from "@/lib/base/http/url-rules";

const OPEN = { allowPrivateSandbox: true };
const STRICT = { allowPrivateSandbox: false };

const codeOf = (url: string, environment: "sandbox" | "live", options: { allowPrivateSandbox: boolean } = OPEN) => {
  const verdict = checkWebhookUrl(url, environment, options);
  return verdict.ok ? "ok" : verdict.code;
};

const NO_URL = [
  "",
  "shop.example/webhooks",
  "//shop.example/webhooks",
  "/webhooks",
  "ftp://shop.example",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_INFO",
  "javascript:alert(1)",
  "data:text/plain,hello",
  "ws://shop.example",
  "https:shop.example",
  "https:/shop.example",
  "https:\\\\shop.example",
  "https://",
  "https:///shop.example",
  "https:///https://shop.example",
  "https://?shop.example",
  "https://#shop.example",
  "https://\\shop.example",
  "https://:443",
  "https://shop.example:port",
  "https://shop.example:65536",
  "https://shop example",
  " https://shop.example",
  "https://shop.example ",
  "https://shop.example\n",
  "ht\ttps://shop.example",
  "https://shop.exa\r\nmple",
  "https://shop.example/\u0000",
  "https://shop.example/\u001b[31m",
  "https://shop.example/\u0085",
  "https://shop.example/\u00a0",
  "https://shop.example/\u202emoc.liave",
  "https://local\u00adhost",
  "https://shop\u200b.example",
  "https://user:password@shop.example",
  "https://user@shop.example",
  "https://:password@shop.example",
  "https://shop.example@127.0.0.1@shop.example",
  "https://shop.example%00.evil.example",
  "https://shop%20.example",
  "https://[::1",
  "https://[::1]evil",
  "https://[fe80::1%25eth0]",
  "https://[fe80::1%eth0]",
  "https://[v1.fe80::a+en1]",
  "https://[1.2.3.4]",
  "https://1.2.3.4.5",
  "https://256.256.256.256",
  "https://0x1.0x100000000",
  "https://4294967296",
  "https://127.0.0.09",
  "https://xn--",
  `https://shop.example/${"a".repeat(2048)}`,
];

describe.each(NO_URL)("no usable URL: %j", (url) => {
  test("invalid_url_scheme in both environments", () => {
    expect(codeOf(url, "live")).toBe("invalid_url_scheme");
    expect(codeOf(url, "sandbox")).toBe("invalid_url_scheme");
  });
});

const LOOPBACK = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0x7f.0x0.0x0.0x1",
  "0X7F.0.0.1",
  "0177.0.0.1",
  "017700000001",
  "00000177.0.0.1",
  "0x7f.0.0.01",
  "127.0.0.0x1",
  "127.0x000001",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "\uff11\uff12\uff17.0.0.1",
  "\u2460\u2461\u2466.0.0.1",
  "127\u30020\u30020\u30021",
  "127\uff0e0\uff0e0\uff0e1",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::ffff:127.0.0.1]",
  "[::FFFF:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
];

const PRIVATE = [
  "10.0.0.1",
  "10.255.255.255",
  "0xa.1",
  "012.0.0.1",
  "167772161",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.257",
  "3232235521",
  "[::ffff:10.0.0.1]",
  "[::ffff:c0a8:1]",
  "100.64.0.1",
  "100.127.255.255",
  "[fc00::1]",
  "[fdff:ffff::1]",
];

const NAMES = [
  "localhost",
  "LOCALHOST",
  "LocalHost.",
  "localhost..",
  "%6cocalhost",
  "\u24db\u24deca\u217chost",
  "api.localhost",
  "a.b.localhost.",
  "localhost.localdomain",
  "ip6-localhost",
  "postgres",
  "printer.local",
  "metadata.google.internal",
  "db.internal",
  "nas.lan",
  "router.home",
  "router.home.arpa",
  "wiki.corp",
  "intranet",
];

/** What no environment may reach: the cloud's metadata first of all. */
const RESERVED = [
  "169.254.169.254",
  "169.254.0.1",
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[fe80::1]",
  "[febf::1]",
  "[fd00:ec2::254]",
  "[fd00:0ec2:0000::0254]",
  "[fd20:ce::254]",
  "[fd00:42::42]",
  "168.63.129.16",
  "[::ffff:168.63.129.16]",
  "0xa83f8110",
  "100.100.100.200",
  "0",
  "0.0.0.0",
  "0.1.2.3",
  "[::]",
  "[::127.0.0.1]",
  "[::ffff:0.0.0.0]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::8.8.8.8]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2001:0:7f00:1::]",
  "[2001:db8::1]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[3fff::1]",
  "[100::1]",
  "[fec0::1]",
  "[5f00::1]",
  "[ff02::1]",
  "[4000::1]",
  "192.0.0.192",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "198.18.0.1",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
];

const PUBLIC = [
  "shop.example",
  "SHOP.example.",
  "shop.example:8443",
  "localhost.shop.example",
  "local.shop.example",
  "internal.example",
  "xn--mnchen-3ya.example",
  "m\u00fcnchen.example",
  "under_score.shop.example",
  "8.8.8.8",
  "1.1",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "11.0.0.1",
  "192.169.0.1",
  "168.63.129.17",
  "[2606:4700:4700::1111]",
  "[::ffff:8.8.8.8]",
];

describe("live", () => {
  test.each([...LOOPBACK, ...PRIVATE, ...NAMES, ...RESERVED])("refuses https://%s", (host) => {
    expect(codeOf(`https://${host}/hook`, "live")).toBe("private_ip_in_live");
    expect(codeOf(`HTTPS://${host}:8443`, "live")).toBe("private_ip_in_live");
  });

  test.each(PUBLIC)("allows https://%s", (host) => {
    expect(codeOf(`https://${host}/hook?a=1`, "live")).toBe("ok");
  });

  test.each([...PUBLIC, ...LOOPBACK, ...NAMES])("says http_in_live first for http://%s", (host) => {
    expect(codeOf(`http://${host}`, "live")).toBe("http_in_live");
    expect(codeOf(`hTTp://${host}`, "live")).toBe("http_in_live");
  });
});

describe("sandbox", () => {
  test.each([...PUBLIC, ...LOOPBACK, ...PRIVATE, ...NAMES])("allows http and https to %s", (host) => {
    expect(codeOf(`http://${host}/hook`, "sandbox")).toBe("ok");
    expect(codeOf(`https://${host}/hook`, "sandbox")).toBe("ok");
  });

  test.each(RESERVED)("refuses %s", (host) => {
    expect(codeOf(`http://${host}/hook`, "sandbox")).toBe("private_ip_in_live");
  });
});

describe("sandbox with private addresses switched off", () => {
  test.each([...LOOPBACK, ...PRIVATE, ...NAMES, ...RESERVED])("refuses %s", (host) => {
    expect(codeOf(`http://${host}/hook`, "sandbox", STRICT)).toBe("private_ip_in_live");
  });

  test.each(PUBLIC)("allows http://%s", (host) => {
    expect(codeOf(`http://${host}/hook`, "sandbox", STRICT)).toBe("ok");
  });
});

describe("verdicts", () => {
  test("the URL comes back in its one canonical spelling", () => {
    const verdict = checkWebhookUrl("HTTP://0x7F.1:80/Hook?a=%20#part", "sandbox", OPEN);
    expect(verdict.ok && verdict.url.href).toBe("http://127.0.0.1/Hook?a=%20#part");
  });

  test("2,048 characters are allowed", () => {
    const url = "https://shop.example/".padEnd(2048, "a");
    expect(codeOf(url, "live")).toBe("ok");
  });

  test.each([
    ["shop.example", "live", OPEN, "doesn't start with http:// or https://"],
    ["https://shop .example", "live", OPEN, "space or an invisible character"],
    ["https://", "live", OPEN, "no valid host name or port"],
    ["xhttps://shop.example", "live", OPEN, "doesn't start with http:// or https://"],
    ["https://shop.example/".padEnd(2_049, "a"), "live", OPEN, "has 2049 characters. Enter one with up to 2,048"],
    ["https://me:pw@shop.example", "live", OPEN, "user name or password"],
    ["http://shop.example", "live", OPEN, "Live webhooks require HTTPS"],
    ["https://10.0.0.1", "live", OPEN, "10.0.0.1 isn't a public address. Live webhooks"],
    ["http://10.0.0.1", "sandbox", STRICT, "10.0.0.1 isn't a public address. On this installation, sandbox webhooks"],
    ["http://169.254.169.254", "sandbox", OPEN, "Use a server on the internet, in your network"],
  ] as const)("%s in %s is explained, with an example", (url, environment, options, words) => {
    const verdict = checkWebhookUrl(url, environment, options);
    expect(verdict).toMatchObject({ ok: false, message: expect.stringContaining(words) });
    expect(verdict).toMatchObject({ message: expect.stringMatching(/for example https?:\/\//) });
  });
});

describe("addressAllowed", () => {
  const literals = (hosts: string[]) => hosts.map((host) => new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ""));

  test.each(literals([...LOOPBACK, ...PRIVATE]))("%s: sandbox only, and only when switched on", (address) => {
    expect(addressAllowed(address, "live", OPEN)).toBe(false);
    expect(addressAllowed(address, "sandbox", OPEN)).toBe(true);
    expect(addressAllowed(address, "sandbox", STRICT)).toBe(false);
  });

  test.each(literals(RESERVED))("%s: never", (address) => {
    expect(addressAllowed(address, "live", OPEN)).toBe(false);
    expect(addressAllowed(address, "sandbox", OPEN)).toBe(false);
  });

  test.each(["8.8.8.8", "2606:4700:4700::1111"])("%s: always", (address) => {
    expect(addressAllowed(address, "live", STRICT)).toBe(true);
    expect(addressAllowed(address, "sandbox", STRICT)).toBe(true);
  });

  test.each(["", "localhost", "shop.example", "127.1", "0x7f.1", "fe80::1%eth0", "fd00:ec2::254%1", "[::1]"])(
    "%j is no address: never",
    (text) => {
      expect(addressAllowed(text, "sandbox", OPEN)).toBe(false);
    },
  );
});

describe("resolvedAddressAllowed", () => {
  test.each(["64:ff9b::5db8:d822", "64:ff9b::8.8.8.8", "8.8.8.8", "2606:4700:4700::1111"])("%s: always", (address) => {
    expect(resolvedAddressAllowed(address, "live", STRICT)).toBe(true);
    expect(resolvedAddressAllowed(address, "sandbox", STRICT)).toBe(true);
  });

  test.each(["64:ff9b::a00:1", "64:ff9b::7f00:1", "10.0.0.1", "::1"])(
    "%s: sandbox only, and only when switched on",
    (address) => {
      expect(resolvedAddressAllowed(address, "live", OPEN)).toBe(false);
      expect(resolvedAddressAllowed(address, "sandbox", OPEN)).toBe(true);
      expect(resolvedAddressAllowed(address, "sandbox", STRICT)).toBe(false);
    },
  );

  test.each([
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::168.63.129.16",
    "64:ff9b::",
    "64:ff9b::1:8.8.8.8",
    "64:ff9b:1::8.8.8.8",
    "64:ff9b::8.8.8.8%eth0",
    "169.254.169.254",
  ])("%s: never", (address) => {
    expect(resolvedAddressAllowed(address, "live", OPEN)).toBe(false);
    expect(resolvedAddressAllowed(address, "sandbox", OPEN)).toBe(false);
  });
});

describe("isInternalName", () => {
  test.each(["", ".", ...NAMES.filter((name) => /^[\w.-]+$/.test(name))])("%s is", (name) => {
    expect(isInternalName(name)).toBe(true);
  });

  test.each(["shop.example", "local.example", "home.arpa.example", "mylocal.example"])("%s is not", (name) => {
    expect(isInternalName(name)).toBe(false);
  });
});
