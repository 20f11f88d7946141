/** Why a statement may read or write rows of any merchant. There is no kind for what a member asks for by an ID. */
type Kind =
  /** anyone may ask who has the unguessable ID of a payment */
  | "public"
  /** work on all merchants that no member starts: engines, the watcher, retention, the operator's commands */
  | "system"
  /** found by the hash of a secret that only its holder has */
  | "secret"
  /** what one signed-in person has with all their businesses */
  | "account"
  /** rows that the same transaction has just found or locked for one merchant, or written */
  | "held"
  /** learns nothing about another merchant but that an address is taken, or what networks there are */
  | "shared";

/**
 * `places` are files and the function in them that contains the statement, `tables` what it reads without the merchant.
 */
type Unfiltered = { kind: Kind; reason: string; tables: readonly string[]; places: readonly string[] };

/**
 * Statements on tables with a `merchant_id` that need no filter on it. Their other tables still do, as joined with
 * these.
 */
export const UNFILTERED: readonly Unfiltered[] = [
  {
    kind: "public",
    reason: "the payment page, its progress and a payment's status are for anyone who has the payment's ID",
    tables: ["payment_intents"],
    places: [
      "lib/payments/page/checkout-refunds.ts listCheckoutRefunds",
      "lib/payments/page/get-checkout.ts selectCheckouts",
      "lib/payments/page/get-checkout.ts selectVersions",
      "lib/payments/page/get-instructions.ts selectInstructions",
      "lib/payments/page/get-progress.ts selectProgress",
      "lib/payments/intents/get-status.ts selectStates",
    ],
  },
  {
    kind: "public",
    reason: "the customer of a payment leaves an address for the refund on its page",
    tables: ["payment_intents"],
    places: ["lib/payments/intents/leave-refund-address.ts leaveRefundAddress"],
  },
  {
    kind: "public",
    reason: "anyone can simulate a sandbox payment; for a member `requireWithin` has locked the payment before",
    tables: ["payment_intents"],
    places: ["lib/payments/intents/credit.ts lockIntents"],
  },
  {
    kind: "system",
    reason: "the operator's doctor counts the businesses that can take live payments",
    tables: ["receiving_wallets", "api_keys"],
    places: ["lib/business/merchants/live-readiness.ts findLiveReadiness"],
  },
  {
    kind: "system",
    reason: "the start and the operator's doctor look for time zones that PostgreSQL doesn't know, of all businesses",
    tables: ["terminals"],
    places: [
      "lib/business/merchants/unknown-zones.ts renameUnknownZones",
      "lib/business/merchants/unknown-zones.ts listUnknownZones",
    ],
  },
  {
    kind: "system",
    reason: "the operator's metrics count what waits in the whole service",
    tables: ["payment_intents", "attention_items", "webhook_endpoints"],
    places: ["lib/service/jobs/business-figures.ts readBusinessFigures"],
  },
  {
    kind: "system",
    reason: "the demo on the start page has its own merchant",
    tables: ["terminals"],
    places: ["lib/payments/intents/create-demo.ts createDemoIntent"],
  },
  {
    kind: "system",
    reason: "a start on another network looks for what any business has not finished on the former one",
    tables: ["payment_intents", "attention_items", "refunds", "sent_transactions"],
    places: ["lib/settlement/watcher/require-same-network.ts requireSameNetwork"],
  },
  {
    kind: "system",
    reason: "the watcher looks for failed transfers of all businesses' sweeps",
    tables: ["sent_transactions"],
    places: ["lib/settlement/watcher/mark-failed-sweeps.ts markFailedSweeps"],
  },
  {
    kind: "system",
    reason: "the watcher looks for expired transfers of all businesses' refunds",
    tables: ["refunds"],
    places: ["lib/settlement/watcher/mark-failed-sweeps.ts failExpiredRefunds"],
  },
  {
    kind: "system",
    reason: "an engine ends payments that are due, whoever created them",
    tables: ["payment_intents"],
    places: [
      "lib/payments/intents/complete-demo.ts completeDueDemos",
      "lib/payments/intents/complete-demo.ts completeDemoIfDue",
      "lib/payments/intents/expire-due.ts expireIntentIfDue",
      "lib/payments/intents/next-due.ts nextIntentDueMs",
      "lib/payments/intents/transition.ts moveDueToExpired",
    ],
  },
  {
    kind: "system",
    reason: "an engine takes the requested reset that has waited longest, and then keeps to its merchant",
    tables: ["sandbox_resets"],
    places: [
      "lib/payments/sandbox/continue-resets.ts nextResetDueMs",
      "lib/payments/sandbox/continue-resets.ts takeReset",
    ],
  },
  {
    kind: "system",
    reason: "an engine reads the rate URLs of all businesses that are due",
    tables: ["exchange_rates"],
    places: ["lib/payments/prices/fetch-rates.ts nextFetchDueMs", "lib/payments/prices/fetch-rates.ts claim"],
  },
  {
    kind: "system",
    reason: "an engine looks for rates that need a person, of all businesses",
    tables: ["exchange_rates"],
    places: ["lib/payments/prices/find-rate-problems.ts selectProblems"],
  },
  {
    kind: "system",
    reason: "an engine sends the reports of all businesses that are due, each to the member who asked for it",
    tables: ["report_subscriptions"],
    places: [
      "lib/payments/reports/send-due-reports.ts nextReportDueMs",
      "lib/payments/reports/send-due-reports.ts hold",
    ],
  },
  {
    kind: "system",
    reason: "an engine books what waits, whose ever it is, and then keeps to the merchant that the queue names",
    tables: ["book_queue"],
    places: [
      "lib/settlement/books/queue.ts takeQueued",
      "lib/settlement/books/queue.ts putOff",
      "lib/settlement/books/queue.ts nextBookDueMs",
      "lib/settlement/books/queue.ts queueRevalued",
      "lib/settlement/books/queue.ts queueHistory",
    ],
  },
  {
    kind: "system",
    reason:
      "an engine sends the accounting exports of all businesses that are due, each to the member who asked for it",
    tables: ["book_subscriptions"],
    places: [
      "lib/settlement/books/send-due-books.ts nextBooksMailDueMs",
      "lib/settlement/books/send-due-books.ts hold",
    ],
  },
  {
    kind: "system",
    reason: "an engine queues what was recorded before the books existed, of all businesses",
    tables: ["transfers", "outgoing_transfers", "refunds", "receive_addresses"],
    places: ["lib/settlement/books/queue.ts queueSlice"],
  },
  {
    kind: "held",
    reason: "joined by merchant with rows that the same statement has found by the merchant of the queue",
    tables: ["outgoing_transfers", "refund_wallets"],
    places: ["lib/settlement/books/facts.ts readTransfers"],
  },
  {
    kind: "held",
    reason: "joined by merchant with rows that the same statement has found by the merchant of the queue",
    tables: ["payment_intents", "attention_items", "outgoing_transfers"],
    places: ["lib/settlement/books/facts.ts readRefunds"],
  },
  {
    kind: "system",
    reason: "an engine asks a node about the transactions of all businesses that are due",
    tables: ["transaction_fees"],
    places: ["lib/settlement/books/read-fees.ts nextFeeDueMs", "lib/settlement/books/read-fees.ts claim"],
  },
  {
    kind: "system",
    reason: "an engine looks for problems of all businesses, each of which its own members are notified of",
    tables: ["chain_alarms"],
    places: ["lib/service/jobs/find-problems.ts chainProblems"],
  },
  {
    kind: "system",
    reason: "an engine looks for problems of all businesses, each of which its own members are notified of",
    tables: ["webhook_endpoints"],
    places: ["lib/service/jobs/find-problems.ts endpointProblems"],
  },
  {
    kind: "system",
    reason: "an engine raises and clears the alarms of all businesses, and retention deletes old ones",
    tables: ["alarms"],
    places: [
      "lib/delivery/notifications/alarms.ts readKnown",
      "lib/delivery/notifications/alarms.ts grow",
      "lib/delivery/notifications/alarms.ts markSeen",
      "lib/delivery/notifications/alarms.ts listReturned",
      "lib/delivery/notifications/alarms.ts clear",
      "lib/delivery/notifications/announce-alarms.ts announceAlarms",
      "lib/delivery/notifications/queue-alarms.ts queueRaised",
      "lib/delivery/notifications/queue-alarms.ts postponeBrief",
      "lib/delivery/notifications/queue-alarms.ts queueEnd",
      "lib/delivery/notifications/queue-alarms.ts handOnCleared",
      "lib/delivery/notifications/remove-old-alarms.ts removeOldAlarms",
    ],
  },
  {
    kind: "system",
    reason:
      "an alarm of one business is for its own endpoints by the join, one of the chain for those of every business",
    tables: ["alarms", "webhook_endpoints"],
    places: ["lib/delivery/notifications/announce-alarms.ts emitAbout"],
  },
  {
    kind: "system",
    reason: "an alarm of the whole installation concerns the members of every business who chose it",
    tables: ["notification_preferences"],
    places: ["lib/delivery/notifications/queue-alarms.ts queueRaised"],
  },
  {
    kind: "system",
    reason: "an engine tells those of an alarm's end who were told of its beginning, of whichever business",
    tables: ["alarm_recipients"],
    places: [
      "lib/delivery/notifications/alarms.ts listReturned",
      "lib/delivery/notifications/queue-alarms.ts queueRaised",
      "lib/delivery/notifications/queue-alarms.ts queueEnd",
    ],
  },
  {
    kind: "system",
    reason: "an engine sends the notifications of all businesses that are due, each to the member who chose it",
    tables: ["notifications"],
    places: [
      "lib/delivery/notifications/queue-alarms.ts queueRaised",
      "lib/delivery/notifications/queue-alarms.ts lockWaiting",
      "lib/delivery/notifications/queue-alarms.ts postponeBrief",
      "lib/delivery/notifications/queue-alarms.ts queueCleared",
      "lib/delivery/notifications/queue-alarms.ts withdrawCleared",
      "lib/delivery/notifications/queue-alarms.ts handOnCleared",
      "lib/delivery/notifications/send-due.ts nextNotificationDueMs",
      "lib/delivery/notifications/claim-due.ts claimDue",
      "lib/delivery/notifications/settle-notices.ts settleNotices",
      "lib/delivery/notifications/settle-notices.ts markTold",
      "lib/delivery/notifications/settle-notices.ts dropObsolete",
      "lib/delivery/notifications/settle-notices.ts holdBack",
      "lib/delivery/notifications/settle-notices.ts retryLater",
    ],
  },
  {
    kind: "system",
    reason: "the alarm of a notification that is being sent",
    tables: ["alarms"],
    places: [
      "lib/delivery/notifications/claim-due.ts claimDue",
      "lib/delivery/notifications/settle-notices.ts listOver",
      "lib/delivery/notifications/settle-notices.ts dropObsolete",
    ],
  },
  {
    kind: "secret",
    reason: "whoever has the link in a notification email can end these emails",
    tables: ["notification_preferences"],
    places: [
      "lib/delivery/notifications/unsubscribe.ts findSubscription",
      "lib/delivery/notifications/unsubscribe.ts unsubscribeByLink",
    ],
  },
  {
    kind: "system",
    reason: "the dispatcher delivers the events of all merchants and notes which endpoints fail",
    tables: ["webhook_endpoints"],
    places: [
      "lib/delivery/sending/claim.ts claimDue",
      "lib/delivery/sending/claim.ts claimById",
      "lib/delivery/sending/record-attempts.ts lockEndpoints",
      "lib/delivery/sending/record-attempts.ts writeResults",
      "lib/delivery/sending/record-attempts.ts markFailing",
      "lib/delivery/sending/record-attempts.ts disableEndpoints",
    ],
  },
  {
    kind: "system",
    reason:
      "the dispatcher reads an event by the delivery that it has claimed, Inngest by the payment that it was told of",
    tables: ["events"],
    places: [
      "lib/delivery/sending/claim.ts claimDue",
      "lib/delivery/sending/claim.ts claimById",
      "lib/delivery/sending/pending.ts listPendingDeliveries",
    ],
  },
  {
    kind: "system",
    reason: "the feed's one order is of the events of all merchants",
    tables: ["events"],
    places: [
      "lib/delivery/feed/number.ts look",
      "lib/delivery/feed/number.ts numberSince",
      "lib/delivery/feed/number.ts numberAll",
    ],
  },
  {
    kind: "system",
    reason: "the watcher reads the chain for all merchants, by address",
    tables: ["receive_addresses"],
    places: [
      "lib/chain/nodes/check-frozen.ts keepAnswers",
      "lib/chain/nodes/check-frozen.ts listHeld",
      "lib/settlement/ledger/agree.ts receivedBefore",
      "lib/settlement/ledger/compare-ledgers.ts compareLedgers",
      "lib/settlement/ledger/disputed.ts getOwners",
      "lib/settlement/ledger/leases.ts leasesAround",
      "lib/settlement/ledger/record.ts ownAddresses",
      "lib/settlement/ledger/record.ts touchAddresses",
      "lib/chain/wallets/begin-ledgers.ts beginLedgers",
      "lib/chain/wallets/begin-ledgers.ts beginAllLedgers",
      "lib/chain/wallets/lock-addresses.ts lockAddresses",
      "lib/chain/wallets/watch-set.ts watchedRows",
      "lib/settlement/watcher/balances.ts storeBalances",
      "lib/settlement/watcher/balances.ts staleRows",
      "lib/settlement/watcher/expire-live.ts listOverdue",
      "lib/settlement/watcher/pace.ts msUntilPass",
    ],
  },
  {
    kind: "system",
    reason: "the watcher asks which payments wait, and how much they received",
    tables: ["payment_intents"],
    places: [
      "lib/settlement/ledger/agree.ts receivedBefore",
      "lib/settlement/watcher/expire-live.ts listOverdue",
      "lib/settlement/watcher/pace.ts msUntilPass",
    ],
  },
  {
    kind: "system",
    reason: "a transfer on the chain is known by its network, transaction and log index",
    tables: ["transfers"],
    places: [
      "lib/payments/intents/credit.ts knownTransfers",
      "lib/settlement/ledger/filter-unrecorded.ts filterUnrecorded",
    ],
  },
  {
    kind: "system",
    reason: "as for transfers that arrive",
    tables: ["outgoing_transfers"],
    places: ["lib/settlement/ledger/filter-unrecorded.ts filterUnrecorded"],
  },
  {
    kind: "system",
    reason: "as for transfers that arrive",
    tables: ["refund_wallet_transfers"],
    places: ["lib/settlement/ledger/filter-unrecorded.ts filterUnrecorded"],
  },
  {
    kind: "system",
    reason: "as for transfers that arrive",
    tables: ["outgoing_transfers", "refund_wallet_transfers"],
    places: ["lib/settlement/ledger/record-from-wallets.ts leaveOutKnown"],
  },
  {
    kind: "system",
    reason: "the watcher looks for what any business's open refunds are paid with, and asks whose wallet paid",
    tables: ["refund_wallets"],
    places: [
      "lib/chain/wallets/refund-wallet-watch.ts watchedPayments",
      "lib/settlement/ledger/record-from-wallets.ts findPayers",
    ],
  },
  {
    kind: "system",
    reason: "the watcher finds the items about disputed transfers by what it read on the chain",
    tables: ["attention_items"],
    places: [
      "lib/settlement/ledger/disputed.ts openDisputes",
      "lib/settlement/ledger/disputed.ts endHolds",
      "lib/settlement/ledger/disputed.ts clearDisputed",
      "lib/settlement/ledger/filter-unrecorded.ts filterUnrecorded",
      "lib/settlement/ledger/filter-unrecorded.ts filterUndecided",
      "lib/settlement/ledger/record.ts settleDisputed",
      "lib/settlement/watcher/backfill-transfers.ts withoutItem",
      "lib/settlement/watcher/expire-live.ts listOverdue",
      "lib/settlement/watcher/sightings.ts addUnrecordedSightings",
    ],
  },
  {
    kind: "system",
    reason: "refunds that wait keep their address watched",
    tables: ["refunds"],
    places: ["lib/chain/wallets/begin-ledgers.ts beginLedgers", "lib/chain/wallets/watch-set.ts watchedRows"],
  },
  {
    kind: "system",
    reason: "a fork is an alarm of the network, and the operator sees all alarms",
    tables: ["chain_alarms"],
    places: [
      "lib/chain/nodes/health.ts watcherHealth",
      "lib/settlement/watcher/pace.ts msUntilPass",
      "scripts/admin/chain-commands.ts CHAIN_COMMANDS",
    ],
  },
  {
    kind: "system",
    reason: "the watcher keeps every wallet's addresses; a member's page passes its merchant to the same statement",
    tables: ["receiving_wallets"],
    places: [
      "lib/chain/wallets/pool.ts countPools",
      "lib/chain/wallets/pool.ts listAlarmsOfKeys",
      "lib/chain/wallets/watch-ahead.ts watchAllAhead",
      "lib/chain/wallets/watch-set.ts watchedRows",
    ],
  },
  {
    kind: "system",
    reason: "a loss of the latest changes concerns the payments of all merchants",
    tables: ["receiving_wallets", "receive_addresses"],
    places: ["lib/chain/wallets/rest-after-loss.ts restAfterLoss"],
  },
  {
    kind: "system",
    reason: "a loss of the latest changes concerns the payments of all merchants",
    tables: ["receiving_wallets"],
    places: ["lib/chain/wallets/rest-after-loss.ts holdWallets"],
  },
  {
    kind: "system",
    reason: "after a loss of the latest changes, nobody knows what of it was ended in between",
    tables: ["device_links", "invitations", "memberships", "notification_preferences"],
    places: ["lib/service/backup/end-access.ts endAccess"],
  },
  {
    kind: "system",
    reason: "retention deletes the old rows of all merchants",
    tables: ["api_requests"],
    places: ["lib/payments/requests/remove-old.ts removeOldRequests"],
  },
  {
    kind: "system",
    reason: "as for the request log",
    tables: ["events"],
    places: ["lib/delivery/log/remove-old.ts removeOldEvents"],
  },
  {
    kind: "system",
    reason: "as for the request log",
    tables: ["invitations"],
    places: ["lib/people/members/remove-old.ts removeOldInvitations"],
  },
  {
    kind: "system",
    reason: "a new encryption key is for the secrets of all merchants",
    tables: ["webhook_endpoints"],
    places: [
      "lib/base/encryption/count-by-key.ts countByKey",
      "lib/base/encryption/re-encrypt.ts nextRows",
      "lib/base/encryption/re-encrypt.ts reEncryptRow",
    ],
  },
  {
    kind: "system",
    reason: "the operator's commands list everything, and take an ID without its merchant",
    tables: ["terminals", "webhook_endpoints"],
    places: ["lib/business/merchants/find-owner.ts findOwner", "lib/business/merchants/list.ts listMerchants"],
  },
  {
    kind: "system",
    reason: "the operator's list of merchants with their keys",
    tables: ["api_keys"],
    places: ["lib/business/merchants/list.ts listMerchants"],
  },
  {
    kind: "shared",
    reason: "reads only which networks there are, for the index",
    tables: ["transfers"],
    places: ["lib/payments/lists/find-matches.ts findByHash"],
  },
  {
    kind: "shared",
    reason: "an email address is spared too many invitations, whoever sends them, and no one can email too many",
    tables: ["invitations"],
    places: ["lib/people/members/create-invitation.ts isFlooded"],
  },
  {
    kind: "secret",
    reason: "by the hash of an API key",
    tables: ["api_keys", "restricted_keys"],
    places: ["lib/business/keys/find.ts selectKeys"],
  },
  {
    kind: "secret",
    reason: "by the hash of a device's secret, or of the token of its link",
    tables: ["device_links"],
    places: ["lib/business/devices/find.ts findDevice", "lib/business/devices/open.ts openDeviceLink"],
  },
  {
    kind: "secret",
    reason: "by the hash of an invitation's token",
    tables: ["invitations"],
    places: [
      "lib/people/members/find-invitation.ts findInvitation",
      "lib/people/members/take-invitation.ts takeInvitation",
    ],
  },
  {
    kind: "account",
    reason: "a person is spared too many notifications, whichever of their businesses they are about",
    tables: ["memberships"],
    places: ["lib/delivery/notifications/pause.ts findPauseEnd"],
  },
  {
    kind: "account",
    reason: "by the signed-in person",
    tables: ["memberships"],
    places: [
      "lib/people/members/find-membership.ts selectMemberships",
      "lib/business/merchants/add.ts ownsAny",
      "lib/payments/pos/open-for-member.ts openPosForMember",
      "lib/people/second-factor/confirm-authenticator.ts confirmAuthenticator",
      "lib/people/second-factor/two-step-setup.ts allowSetup",
      "lib/people/second-factor/two-step-setup.ts listSetupHolds",
    ],
  },
  {
    kind: "held",
    reason: "the payments are locked; a pass of the watcher moves those of several merchants at once",
    tables: ["payment_intents"],
    places: [
      "lib/payments/intents/credit.ts addReceived",
      "lib/payments/intents/transition.ts moveToPaid",
      "lib/payments/intents/transition.ts moveToExpired",
      "lib/payments/intents/transition.ts findMoved",
    ],
  },
  {
    kind: "held",
    reason: "the payments have just ended",
    tables: ["attention_items"],
    places: ["lib/payments/attention/items.ts lockAsked"],
  },
  {
    kind: "held",
    reason: "the items have just been opened, resolved or reopened",
    tables: ["attention_items"],
    places: ["lib/payments/attention/items.ts readItems"],
  },
  {
    kind: "held",
    reason: "the leases have just been ended",
    tables: ["receive_addresses"],
    places: ["lib/chain/wallets/release.ts releaseAddresses"],
  },
  {
    kind: "shared",
    reason: "an address belongs to one merchant, and receives payments only",
    tables: ["receive_addresses"],
    places: ["lib/chain/wallets/compare-wallet.ts refuseForeign", "lib/chain/wallets/lease.ts untilFree"],
  },
  {
    kind: "shared",
    reason: "an address that receives payments pays no refunds of another business",
    tables: ["receive_addresses"],
    places: ["lib/chain/wallets/set-refund-wallet.ts setRefundWallet"],
  },
  {
    kind: "shared",
    reason: "as for addresses that receive payments",
    tables: ["refund_wallets"],
    places: [
      "lib/chain/wallets/compare-wallet.ts refuseForeign",
      "lib/chain/wallets/refund-wallet-addresses.ts findRefundWallets",
    ],
  },
];
