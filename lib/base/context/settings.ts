import path from "node:path";
import { type Network, networkFrom } from "@/lib/base/context/network";
import { type Env, env } from "@/lib/base/process/env";

/** What verbs need of the environment: they get it as `ctx.settings` and read no variable themselves. */
export type Settings = Readonly<{
  appName: string;
  /** without a slash at the end */
  appUrl: string;
  /** the scheme of the deep link to a wallet app */
  checkoutScheme: string;
  signUp: Env["SIGNUP"];
  /** null: no mail server is configured */
  mail: Readonly<{ server: string; from: string }> | null;
  /** null: no Telegram bot is configured */
  telegram: Readonly<{ token: string; apiUrl: string }> | null;
  /** where problems of the whole installation are reported */
  operator: Readonly<{
    email: string | null;
    telegramChatId: string | null;
    webhook: Readonly<{ url: string; secret: string }> | null;
  }>;
  /** the absolute path of the data folder */
  dataFolder: string;
  /** null: no TRON node is configured, so live is off */
  network: Network | null;
  tronApiKey: string | undefined;
  watcher: Readonly<{
    busyMs: number;
    idleMs: number;
    /** from this amount up a second provider must agree */
    agreeFromMicros: bigint;
    /** by so much the clocks of the chain and of the database may differ */
    clockToleranceMs: number;
  }>;
  /** null: the age of backups isn't watched */
  backupMaxAgeSeconds: number | null;
  webhooks: Readonly<{ retryDelaysSeconds: readonly number[]; allowPrivateSandbox: boolean }>;
}>;

let made: { from: Env; settings: Settings } | undefined;

/** The settings of this process, for code that makes a context. Made once for each environment that is parsed. */
export function readSettings(): Settings {
  const from = env();
  if (made?.from !== from) made = { from, settings: Object.freeze(toSettings(from)) };
  return made.settings;
}

function toSettings(from: Env): Settings {
  return {
    appName: from.APP_NAME,
    appUrl: from.APP_URL,
    checkoutScheme: from.CHECKOUT_URI_SCHEME,
    signUp: from.SIGNUP,
    mail: from.SMTP_URL && from.MAIL_FROM ? { server: from.SMTP_URL, from: from.MAIL_FROM } : null,
    telegram: from.TELEGRAM_BOT_TOKEN ? { token: from.TELEGRAM_BOT_TOKEN, apiUrl: from.TELEGRAM_API_URL } : null,
    operator: {
      email: from.ALARM_EMAIL ?? null,
      telegramChatId: from.ALARM_TELEGRAM_CHAT_ID ?? null,
      webhook:
        from.ALARM_WEBHOOK_URL && from.ALARM_WEBHOOK_SECRET
          ? { url: from.ALARM_WEBHOOK_URL, secret: from.ALARM_WEBHOOK_SECRET }
          : null,
    },
    dataFolder: path.resolve(process.env.TILL_ROOT ?? process.cwd(), from.DATA_DIR),
    network: networkFrom(from),
    tronApiKey: from.TRON_API_KEY,
    watcher: {
      busyMs: from.TRON_POLL_BUSY_MS,
      idleMs: from.TRON_POLL_IDLE_MS,
      agreeFromMicros: BigInt(from.TRON_AGREE_FROM_USDT) * 1_000_000n,
      clockToleranceMs: from.TRON_CLOCK_TOLERANCE_S * 1_000,
    },
    backupMaxAgeSeconds: from.BACKUP_MAX_AGE_HOURS * 3_600 || null,
    webhooks: {
      retryDelaysSeconds: from.WEBHOOK_RETRY_DELAYS_S,
      allowPrivateSandbox: from.WEBHOOK_ALLOW_PRIVATE_SANDBOX,
    },
  };
}
